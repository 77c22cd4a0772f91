import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TicketDetail } from '#features/conversation/contract.ts'
import type { Role } from '#features/users/contract.ts'
import { aClient, aComment, assign, aTicket, change } from '#test/factories.ts'
import { startApp, type Caller, type TestApp } from '#test/harness.ts'
import { joined } from '#test/socket.ts'
import type { TicketPage } from '../contract.ts'

let desk: TestApp
let root: Caller
let helpdesk: Caller

beforeAll(async () => {
  desk = await startApp()
  root = await desk.signedIn('super_user')
  helpdesk = await desk.signedIn('helpdesk')
})
afterAll(() => desk.close())

const sees = async (viewer: Caller, id: string) => {
  const { status } = await viewer.get(`/api/tickets/${id}`)
  const { body } = await viewer.get<TicketPage>('/api/tickets?limit=100')
  const isListed = body.tickets.some((ticket) => ticket.id === id)
  expect([status, isListed, body.total]).toEqual([status, status === 200, body.tickets.length])
  return status === 200
}

describe('tickets of a company', () => {
  let acme = ''
  let stranger: Caller
  const member = {} as Record<'employee' | 'admin' | 'contact' | 'assigned', Caller>

  beforeAll(async () => {
    acme = (await aClient(root, { name: 'Acme', contactEmail: 'secret@acme.example' })).id
    stranger = await desk.signedIn('client', { companyName: 'Acme' })
    for (const role of ['employee', 'admin', 'contact', 'assigned'] as const) {
      member[role] = await desk.signedIn('client')
      await assign(root, acme, member[role].id, role)
    }
  })

  test('an admin and a contact of a company see tickets that their colleagues and staff filed', async () => {
    const filed = [await aTicket(member.employee), await aTicket(helpdesk, { clientId: acme })]
    for (const { id } of filed) {
      expect(await sees(member.admin, id)).toBe(true)
      expect(await sees(member.contact, id)).toBe(true)
    }
  })

  test('an employee and an assigned client see only their own tickets', async () => {
    const own = await aTicket(member.employee)
    const colleague = await aTicket(member.admin)
    expect(await sees(member.employee, own.id)).toBe(true)
    expect(await sees(member.assigned, own.id)).toBe(false)
    expect(await sees(member.employee, colleague.id)).toBe(false)
  })

  test('a stranger who typed a company’s name sees only their own ticket, and its people do not see it', async () => {
    const ours = await aTicket(member.employee)
    const theirs = await aTicket(stranger, { customerName: 'ACME' })
    expect(theirs.clientId).toBe(acme)
    expect(await sees(stranger, theirs.id)).toBe(true)
    expect(await sees(stranger, ours.id)).toBe(false)
    expect(await sees(member.admin, theirs.id)).toBe(false)
    expect(await sees(helpdesk, theirs.id)).toBe(true)
  })

  test('only a company’s own people and staff read its contact address', async () => {
    const theirs = await aTicket(stranger, { customerName: 'Acme' })
    const ours = await aTicket(member.employee)
    const addressFor = async (viewer: Caller, id: string) => {
      const { client } = (await viewer.get<TicketDetail>(`/api/tickets/${id}`)).body
      const { body } = await viewer.get<TicketPage>('/api/tickets?limit=100')
      expect(body.tickets.find((ticket) => ticket.id === id)?.client).toEqual(client)
      return client.contactEmail
    }
    expect(await addressFor(stranger, theirs.id)).toBeUndefined()
    expect(JSON.stringify(theirs)).not.toContain('secret@acme.example')
    expect(await addressFor(member.employee, ours.id)).toBe('secret@acme.example')
    expect(await addressFor(helpdesk, theirs.id)).toBe('secret@acme.example')
  })

  test('an admin sees no more of the company’s tickets once the assignment is gone', async () => {
    const { id } = await aTicket(member.employee)
    const brief = await desk.signedIn('client')
    await assign(root, acme, brief.id, 'admin')
    expect(await sees(brief, id)).toBe(true)
    await desk.database.pool.query('delete from client_users where user_id = $1', [brief.id])
    expect((await brief.get(`/api/tickets/${id}`)).status).toBe(404)
  })

  test('an agent of the company who becomes a client sees no more than before', async () => {
    const agent = await desk.signedIn('internal')
    await assign(root, acme, agent.id, 'manager')
    const { id } = await aTicket(member.employee)
    await desk.database.pool.query("update users set role = 'client' where id = $1", [agent.id])
    expect((await agent.get(`/api/tickets/${id}`)).status).toBe(404)
  })
})

describe('a ticket whose author is no longer of the company', () => {
  let acme = ''
  let manager: Caller
  let url: string
  const name = 'Stays Here'
  /** Each once: no two of them are alike, so that none is found for another. */
  const words =
    'quartzite basaltine feldspar gneissoid porphyry travertine limestone obsidian pumice marble dolerite schist'.split(
      ' ',
    )

  beforeAll(async () => {
    url = await desk.listen()
    acme = (await aClient(root, { name })).id
    manager = await desk.signedIn('client')
    await assign(root, acme, manager.id, 'admin')
  })

  /** A ticket by one of the company’s people. Its word stands in no other. */
  async function aFiled() {
    const word = words.pop() ?? ''
    const author = await desk.person('client')
    await assign(root, acme, author.id, 'employee')
    const caller = await desk.signIn(author.email)
    const { id } = await aTicket(caller, { subject: word })
    return { id, word, author, caller }
  }
  type Filed = Awaited<ReturnType<typeof aFiled>>

  const leave = ({ author }: Filed) => root.delete(`/api/clients/${acme}/users/${author.id}`)
  const disable = ({ author }: Filed) => root.post(`/api/users/${author.id}/disable`)
  const erase = ({ author }: Filed) => root.post(`/api/users/${author.id}/erasure`, { email: author.email })
  const give = ({ author }: Filed, role: Role) => root.put(`/api/users/${author.id}`, { role })
  const endings: Record<string, (filed: Filed) => Promise<{ status: number }>> = {
    leaves: leave,
    'is deactivated': disable,
    'is erased': erase,
    'becomes staff': (filed) => give(filed, 'helpdesk'),
    'leaves for another company': async (filed) => {
      await leave(filed)
      const other = await aClient(root, { name: `Other ${filed.word}` })
      return root.post(`/api/clients/${other.id}/users`, { userId: filed.author.id, role: 'admin' })
    },
    'is deactivated after leaving': async (filed) => {
      await leave(filed)
      return disable(filed)
    },
    'is erased after leaving': async (filed) => {
      await leave(filed)
      return erase(filed)
    },
    'becomes staff and a client again': async (filed) => {
      await leave(filed)
      await give(filed, 'internal')
      return give(filed, 'client')
    },
  }
  test.each(Object.entries(endings))(
    'a manager goes on seeing a ticket in every place when its author %s',
    async (_, end) => {
      const filed = await aFiled()
      const { id, word } = filed
      const found = async () => {
        const [list, counts, palette] = [
          await manager.get<TicketPage>('/api/tickets?limit=100'),
          await manager.get<{ status: Record<string, number> }>('/api/tickets/counts?by=status'),
          await manager.get<{ tickets: { id: string }[] }>(`/api/search?q=${word}`),
        ]
        return {
          status: (await manager.get(`/api/tickets/${id}`)).status,
          history: (await manager.get(`/api/tickets/${id}/history`)).status,
          listed: list.body.tickets.map((one) => one.id),
          total: list.body.total,
          counted: counts.body.status['open'],
          searched: (await manager.get<TicketPage>(`/api/tickets?search=${word}`)).body.total,
          hits: palette.body.tickets.map((one) => one.id),
        }
      }
      const before = await found()
      expect(before).toMatchObject({ status: 200, searched: 1, hits: [id], total: before.counted })
      expect((await end(filed)).status).toBeLessThan(300)
      // Erasing takes the texts away, and nothing else.
      const isErased = (await manager.get<TicketDetail>(`/api/tickets/${id}`)).body.subject !== word
      expect(await found()).toEqual({ ...before, ...(isErased && { searched: 0, hits: [] }) })
    },
  )

  test('a manager hears of a change, comments, and counts a new status when the author has left', async () => {
    const filed = await aFiled()
    await leave(filed)
    const socket = await joined(url, manager)
    const countOf = async (status: string) =>
      (await manager.get<TicketPage>(`/api/tickets?status=${status}`)).body.total
    const testing = await countOf('testing')
    await change(helpdesk, filed.id, { status: 'testing' })
    await socket.hears(({ type, ticket }) => type === 'ticket:update' && ticket?.id === filed.id)
    expect(await countOf('testing')).toBe(testing + 1)
    await aComment(manager, filed.id, 'Still ours')
    await helpdesk.delete(`/api/tickets/${filed.id}`)
    await socket.hears(({ type, ticketId }) => type === 'ticket:deleted' && ticketId === filed.id)
    expect(await countOf('testing')).toBe(testing)
    await root.post(`/api/deleted/${filed.id}/restore`, { withParent: false })
    expect(await countOf('testing')).toBe(testing + 1)
    socket.raw.close()
  })

  test('an author who has left reads their own ticket, and neither the chat nor other tickets of the company', async () => {
    const [filed, other] = [await aFiled(), await aFiled()]
    await leave(filed)
    expect(await sees(filed.caller, filed.id)).toBe(true)
    expect(await sees(filed.caller, other.id)).toBe(false)
    expect((await manager.get(`/api/tickets/${filed.id}/chat`)).status).toBe(403)
    const { body } = await filed.caller.get<TicketDetail>(`/api/tickets/${filed.id}`)
    expect(body.client).not.toHaveProperty('contactEmail')
  })

  test('a stranger’s ticket stays their own when they come into the company whose name they typed', async () => {
    const stranger = await desk.signedIn('client')
    const { id } = await aTicket(stranger, { customerName: name })
    expect(await sees(manager, id)).toBe(false)
    await assign(root, acme, stranger.id, 'employee')
    expect(await sees(manager, id)).toBe(false)
    const filed = await aTicket(stranger)
    expect(await sees(manager, filed.id)).toBe(true)
  })
})

test('a client sees neither another client’s ticket nor its number in any list', async () => {
  const [ana, ben] = [await desk.signedIn('client'), await desk.signedIn('client')]
  const { id, ticketNumber } = await aTicket(ana, { subject: 'Only Ana’s' })
  expect(await sees(ben, id)).toBe(false)
  expect((await ben.get(`/api/tickets/${ticketNumber}`)).status).toBe(404)
  expect((await ben.get(`/api/tickets/${id}/history`)).status).toBe(404)
  expect((await ben.post(`/api/tickets/${id}/comments`, { content: 'Hi' })).status).toBe(404)
  for (const query of ['search=Only', `search=${ticketNumber}`, 'status=open', `assignedToId=unassigned`])
    expect((await ben.get(`/api/tickets?${query}`)).body).toEqual({ tickets: [], total: 0 })
})

test('a ticket is found by its number, in upper or lower case', async () => {
  const ticket = await aTicket(helpdesk)
  const { body } = await helpdesk.get<TicketDetail>(`/api/tickets/${ticket.ticketNumber.toLowerCase()}`)
  expect(body.id).toBe(ticket.id)
})

describe('an internal comment', () => {
  /** Everything a client can read that has to do with a ticket. */
  async function allThatReaches(client: Caller, id: string) {
    const detail = await client.get<TicketDetail>(`/api/tickets/${id}`)
    const me = await client.get('/api/auth/user')
    return {
      detail: detail.body,
      etag: detail.headers.etag,
      history: (await client.get(`/api/tickets/${id}/history`)).body,
      list: (await client.get('/api/tickets?sort=updated')).body,
      search: (await client.get('/api/tickets?search=nuisance')).body,
      position: me.headers['log-position'],
    }
  }

  test('an internal comment changes nothing that the client can read, not even a date or a number', async () => {
    const ana = await desk.signedIn('client')
    const { id } = await aTicket(ana)
    await aTicket(ana)
    await aComment(helpdesk, id, 'We are on it')
    const before = await allThatReaches(ana, id)
    desk.clock.advance(60_000)
    await aComment(helpdesk, id, 'This client is a nuisance', true)
    expect(await allThatReaches(ana, id)).toEqual(before)
    expect(before.detail.comments.map(({ content }) => content)).toEqual(['We are on it'])
    expect(before.search).toEqual({ tickets: [], total: 0 })
  })

  test('an internal comment is read by staff, and moves the date of the ticket for them', async () => {
    const ana = await desk.signedIn('client')
    const { id, updatedAt } = await aTicket(ana)
    desk.clock.advance(60_000)
    await aComment(helpdesk, id, 'Ask the vendor', true)
    for (const role of ['internal', 'helpdesk', 'super_user'] as const) {
      const reader = await desk.signedIn(role)
      const { body } = await reader.get<TicketDetail>(`/api/tickets/${id}`)
      expect(body.comments).toMatchObject([{ content: 'Ask the vendor', isInternal: true }])
      expect(body.updatedAt > updatedAt).toBe(true)
      expect(body.version).toBe(2)
      expect((await reader.get(`/api/tickets/${id}/history`)).body).toMatchObject([
        {},
        { what: 'commented', isInternal: true },
      ])
    }
  })

  test('an internal comment does not hide a public change after it', async () => {
    const ana = await desk.signedIn('client')
    const { id, version } = await aTicket(ana)
    await aComment(helpdesk, id, 'Secret', true)
    await change(helpdesk, id, { status: 'progress' })
    const { body } = await ana.get<TicketDetail>(`/api/tickets/${id}`)
    expect(body).toMatchObject({ status: 'progress', version: version + 1, comments: [] })
  })

  test('an internal comment cannot be written by a client: the field is ignored and the comment is public', async () => {
    const ana = await desk.signedIn('client')
    const { id } = await aTicket(ana)
    const { status, body } = await ana.post(`/api/tickets/${id}/comments`, {
      content: 'Psst',
      isInternal: true,
    })
    expect([status, body.isInternal]).toEqual([201, false])
    expect((await ana.get<TicketDetail>(`/api/tickets/${id}`)).body.comments).toMatchObject([
      { content: 'Psst', isInternal: false },
    ])
  })
})
