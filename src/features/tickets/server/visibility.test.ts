import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aClient, aComment, assign, aTicket, change } from '#test/factories.ts'
import { startApp, type Caller, type TestApp } from '#test/harness.ts'
import type { TicketDetail, TicketPage } from '../contract.ts'

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
