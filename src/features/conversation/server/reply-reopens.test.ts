import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Comment } from '#features/comments/contract.ts'
import type { DeskSettings } from '#features/desk-settings/contract.ts'
import type { HistoryEntry, TicketPage } from '#features/tickets/contract.ts'
import { aClient, aComment, aProduct, assign, aTicket, change } from '#test/factories.ts'
import { startApp, type Caller, type TestApp } from '#test/harness.ts'
import type { TicketDetail } from '../contract.ts'

const dayMs = 24 * 60 * 60 * 1000

let desk: TestApp
let root: Caller
let ana: Caller
let helpdesk: Caller
let email: string

/** Lets days pass, after which everybody signs in again. */
async function pass(days: number): Promise<void> {
  desk.clock.advance(days * dayMs)
  root = await desk.signedIn('super_user')
  ana = await desk.signIn(email)
  helpdesk = await desk.signedIn('helpdesk')
}

beforeAll(async () => {
  desk = await startApp()
  email = (await desk.person('client')).email
  await pass(0)
})
afterAll(() => desk.close())

const read = async (id: string, by = helpdesk) => (await by.get<TicketDetail>(`/api/tickets/${id}`)).body
const historyOf = async (id: string, by = helpdesk) =>
  (await by.get<HistoryEntry[]>(`/api/tickets/${id}/history`)).body
const isListedOpen = async (id: string) =>
  (await helpdesk.get<TicketPage>('/api/tickets?status=open&limit=100')).body.tickets.some(
    (ticket) => ticket.id === id,
  )
const chat = (by: Caller, id: string, message: string) => by.post(`/api/tickets/${id}/chat`, { message })

async function aDoneTicket(status: 'resolved' | 'closed', some = {}) {
  const ticket = await aTicket(ana, some)
  await change(helpdesk, ticket.id, { status })
  return ticket.id
}

describe('a reply of a client to a resolved ticket', () => {
  test.each(['resolved', 'closed'] as const)('a comment opens a %s ticket again, for us', async (status) => {
    const id = await aDoneTicket(status)
    expect(await read(id, ana)).toMatchObject({ status, repliesReopen: true, reopenedAt: null })
    await aComment(ana, id, 'The folder is still missing.')
    const after = await read(id)
    expect(after).toMatchObject({ status: 'open', turn: 'us', resolvedAt: null, repliesReopen: true })
    expect(after.reopenedAt).toBe(after.turnSince)
    expect(await isListedOpen(id)).toBe(true)
    const expected = [{ field: 'status', from: status, to: 'open', isReply: true }]
    for (const by of [ana, helpdesk]) {
      const entry = (await historyOf(id, by)).findLast(({ what }) => what === 'changed')
      expect([entry?.changes, entry?.by?.id]).toEqual([expected, ana.id])
    }
  })

  test('a chat message opens it, too', async () => {
    const id = await aDoneTicket('resolved')
    expect((await chat(ana, id, 'Still there?')).status).toBe(201)
    expect(await read(id)).toMatchObject({ status: 'open', turn: 'us' })
    expect((await historyOf(id)).at(-1)?.changes).toMatchObject([{ to: 'open', isReply: true }])
  })

  test('a colleague of the requester opens it, and a stranger cannot', async () => {
    const client = await aClient(root)
    const [owner, manager] = [await desk.person('client'), await desk.person('client')]
    await assign(root, client.id, owner.id, 'employee')
    await assign(root, client.id, manager.id, 'contact')
    const { id } = await aTicket(await desk.signIn(owner.email), { customerName: client.name })
    await change(helpdesk, id, { status: 'resolved' })
    expect((await ana.post(`/api/tickets/${id}/comments`, { content: 'Mine?' })).status).toBe(404)
    expect((await read(id)).status).toBe('resolved')
    await aComment(await desk.signIn(manager.email), id, 'Not yet.')
    expect((await read(id)).status).toBe('open')
  })

  test('words of staff open nothing, public or internal, in comments or in the chat', async () => {
    const id = await aDoneTicket('resolved')
    await aComment(helpdesk, id, 'Please tell us if it comes back.')
    await aComment(helpdesk, id, 'Wrote to the vendor.', true)
    await chat(helpdesk, id, 'Bye!')
    expect(await read(id)).toMatchObject({ status: 'resolved', turn: null, reopenedAt: null })
  })

  test('thanks leave the ticket resolved and waiting for nobody, also when it is closed', async () => {
    for (const status of ['resolved', 'closed'] as const) {
      const id = await aDoneTicket(status)
      const body = { content: 'It works, thank you.', isThanks: true }
      expect((await ana.post(`/api/tickets/${id}/comments`, body)).status).toBe(201)
      expect(await read(id)).toMatchObject({ status, turn: null, comments: [{ content: body.content }] })
    }
    const { id } = await aTicket(ana)
    expect(
      (await ana.post(`/api/tickets/${id}/comments`, { content: 'x', isThanks: 'yes' })).body,
    ).toMatchObject({
      message: 'isThanks must be true or false',
    })
  })

  test('taking the comment back within ten seconds leaves the ticket as it was', async () => {
    const id = await aDoneTicket('resolved')
    const before = await read(id, ana)
    const { body } = await ana.post<Comment>(`/api/tickets/${id}/comments`, { content: 'Wrong window' })
    expect((await ana.delete(`/api/tickets/${id}/comments/${body.id}`)).status).toBe(200)
    const { status, turn, resolvedAt, reopenedAt } = await read(id, ana)
    expect({ status, turn, resolvedAt, reopenedAt }).toEqual({
      status: 'resolved',
      turn: null,
      resolvedAt: before.resolvedAt,
      reopenedAt: null,
    })
    expect((await historyOf(id, ana)).flatMap(({ changes }) => changes)).toHaveLength(1)
  })

  test('taking one of two words back leaves the ticket open for the other', async () => {
    for (const second of ['comment', 'chat'] as const) {
      const id = await aDoneTicket('resolved')
      const { body } = await ana.post<Comment>(`/api/tickets/${id}/comments`, { content: 'Still broken' })
      if (second === 'comment') await aComment(ana, id, 'Here is the screenshot')
      else await chat(ana, id, 'Are you there?')
      expect((await ana.delete(`/api/tickets/${id}/comments/${body.id}`)).status).toBe(200)
      expect(await read(id)).toMatchObject({ status: 'open', turn: 'us' })
    }
  })

  test('taking it back restores the days of a closed ticket, and the mark of one that staff resolved', async () => {
    const closed = await aDoneTicket('closed')
    const at = new Date(desk.clock.now().getTime() - 13 * dayMs)
    await desk.database.pool.query('update tickets set closed_at = $1 where id = $2', [at, closed])
    const { body } = await ana.post<Comment>(`/api/tickets/${closed}/comments`, { content: 'Oh' })
    await ana.delete(`/api/tickets/${closed}/comments/${body.id}`)
    const { rows } = await desk.database.pool.query<{ closed_at: Date }>(
      'select closed_at from tickets where id = $1',
      [closed],
    )
    expect(rows[0]?.closed_at).toEqual(at)

    const reopened = await aDoneTicket('resolved')
    await aComment(ana, reopened, 'Still broken')
    const before = await read(reopened)
    const answer = { content: 'Mended', status: 'resolved' }
    const said = await helpdesk.post<Comment>(`/api/tickets/${reopened}/comments`, answer)
    await helpdesk.delete(`/api/tickets/${reopened}/comments/${said.body.id}`)
    expect((await read(reopened)).reopenedAt).toBe(before.reopenedAt)
  })

  test('a status that staff set since the comment stays when it is taken back', async () => {
    const id = await aDoneTicket('resolved')
    const { body } = await ana.post<Comment>(`/api/tickets/${id}/comments`, { content: 'Wrong window' })
    await change(helpdesk, id, { status: 'progress' })
    expect((await ana.delete(`/api/tickets/${id}/comments/${body.id}`)).status).toBe(200)
    expect(await read(id)).toMatchObject({ status: 'progress' })
  })

  test('a ticket whose assignee has left is unassigned when a reply opens it', async () => {
    const leaver = await desk.person('internal')
    const { id } = await aTicket(ana)
    await change(helpdesk, id, { assignedToId: leaver.id })
    await change(helpdesk, id, { status: 'resolved' })
    expect((await root.post(`/api/users/${leaver.id}/disable`)).status).toBe(200)
    await aComment(ana, id, 'Hello?')
    expect(await read(id)).toMatchObject({ status: 'open', assignedToId: null })
  })

  test('two replies at once open it once', async () => {
    const id = await aDoneTicket('resolved')
    await Promise.all([aComment(ana, id, 'One'), aComment(ana, id, 'Two')])
    const openings = (await historyOf(id)).flatMap(({ changes }) => changes.filter(({ isReply }) => isReply))
    expect(openings).toHaveLength(1)
    expect((await read(id)).comments).toHaveLength(2)
  })

  test('resolving it again ends the mark of the reopening', async () => {
    const id = await aDoneTicket('resolved')
    await aComment(ana, id, 'Still broken')
    await change(helpdesk, id, { status: 'resolved' })
    expect((await read(id)).reopenedAt).toBeNull()
  })
})

describe('a closed ticket', () => {
  const settings = async () => (await root.get<DeskSettings>('/api/desk-settings')).body
  const setDays = (reopenClosedDays: unknown, by = root) => by.put('/api/desk-settings', { reopenClosedDays })

  test('a reply opens it within the days of the desk, counted from its closing', async () => {
    expect((await settings()).reopenClosedDays).toBe(14)
    const { id } = await aTicket(ana)
    await change(helpdesk, id, { status: 'resolved' })
    await pass(20)
    await change(helpdesk, id, { status: 'closed' })
    await pass(13)
    expect((await read(id, ana)).repliesReopen).toBe(true)
    await aComment(ana, id, 'It is back.')
    expect((await read(id)).status).toBe('open')

    await change(helpdesk, id, { status: 'closed' })
    await pass(14)
    expect((await read(id, ana)).repliesReopen).toBe(false)
    await aComment(ana, id, 'And again.')
    expect(await read(id)).toMatchObject({ status: 'closed', turn: 'us' })
  })

  test('the desk sets the days; at none a reply opens resolved tickets only', async () => {
    const closed = await aDoneTicket('closed')
    const resolved = await aDoneTicket('resolved')
    const { status, body } = await setDays(0)
    expect([status, body]).toMatchObject([200, { reopenClosedDays: 0, changedBy: { id: root.id } }])
    expect((await read(closed, ana)).repliesReopen).toBe(false)
    for (const id of [closed, resolved]) await aComment(ana, id, 'Hm.')
    expect((await read(closed)).status).toBe('closed')
    expect((await read(resolved)).status).toBe('open')
    await setDays(14)
  })

  test('the setting is for super users, whole numbers from 0 to 90, and stands in the audit log', async () => {
    for (const by of [ana, helpdesk]) {
      expect((await setDays(1, by)).status).toBe(403)
      expect((await by.get('/api/desk-settings')).status).toBe(403)
    }
    for (const wrong of [-1, 91, 1.5, '14', null, undefined])
      expect((await setDays(wrong)).body).toMatchObject({
        message: 'Days must be a whole number from 0 to 90',
        issues: [{ path: 'reopenClosedDays' }],
      })
    await setDays(30)
    await setDays(14)
    const { body } = await root.get<{ entries: { type: string }[] }>('/api/audit?type=desk_settings.changed')
    expect(JSON.stringify(body)).toContain('Days in which a reply reopens a closed ticket')
  })

  test('a follow-up is a new ticket with the same facts, linked both ways', async () => {
    const earlier = await aDoneTicket('closed', { subject: 'Till 2 is dark', projectName: 'Market Row' })
    const { status, body } = await ana.post<TicketDetail>(`/api/tickets/${earlier}/follow-up`, {
      description: 'It is dark again.',
    })
    expect(status).toBe(201)
    const old = await read(earlier)
    expect(body).toMatchObject({
      subject: 'Till 2 is dark',
      description: 'It is dark again.',
      projectName: 'Market Row',
      productName: old.productName,
      clientId: old.clientId,
      createdById: ana.id,
      status: 'open',
      continues: { id: earlier, ticketNumber: old.ticketNumber, subject: 'Till 2 is dark' },
      continuedBy: [],
    })
    expect(old).toMatchObject({
      status: 'closed',
      continues: null,
      continuedBy: [{ id: body.id, ticketNumber: body.ticketNumber }],
    })
    expect(await read(body.id, ana)).toEqual(body)
  })

  test('a follow-up of an open ticket is refused, and one of a hidden ticket is not found', async () => {
    const { id } = await aTicket(ana)
    const send = (by: Caller, body: object = { description: 'Again' }) =>
      by.post(`/api/tickets/${id}/follow-up`, body)
    expect(await send(ana)).toMatchObject({
      status: 409,
      body: { message: 'This ticket is not closed any more. Add your text as a comment instead.' },
    })
    expect((await send(await desk.signedIn('client'))).status).toBe(404)
    await change(helpdesk, id, { status: 'closed' })
    expect(await send(ana, { description: ' ' })).toMatchObject({
      status: 400,
      body: { issues: [{ path: 'description' }] },
    })
  })

  test('a linked ticket that the reader does not see is not named', async () => {
    const client = await aClient(root)
    const owner = await desk.signIn((await desk.person('client')).email)
    const { id } = await aTicket(owner)
    await change(helpdesk, id, { status: 'closed' })
    const { body } = await helpdesk.post<TicketDetail>(`/api/tickets/${id}/follow-up`, {
      description: 'Again',
    })
    await change(helpdesk, body.id, { clientId: client.id })
    expect((await read(id, owner)).continuedBy).toEqual([])
    expect((await read(id)).continuedBy).toHaveLength(1)
  })

  test('a follow-up tells a stranger nothing of the products of the client they named', async () => {
    const client = await aClient(root)
    const productId = await aProduct(root, { name: 'Till 2', clientId: client.id })
    const { id } = await aTicket(ana, { customerName: client.name, productName: 'Till 2' })
    await change(helpdesk, id, { status: 'closed' })
    const { body } = await ana.post<TicketDetail>(`/api/tickets/${id}/follow-up`, { description: 'Again' })
    expect([body.clientId, body.productId]).toEqual([client.id, null])
    expect(body.productId).not.toBe(productId)
  })

  test('deleting and restoring either ticket keeps what there is of the link', async () => {
    const earlier = await aDoneTicket('closed')
    const { body } = await ana.post<TicketDetail>(`/api/tickets/${earlier}/follow-up`, { description: 'x' })
    const restore = (id: string) => root.post(`/api/deleted/${id}/restore`, { withParent: false })
    expect((await root.delete(`/api/tickets/${body.id}`)).status).toBe(200)
    expect((await read(earlier)).continuedBy).toEqual([])
    expect((await restore(body.id)).status).toBe(200)
    expect((await read(body.id)).continues?.id).toBe(earlier)
    for (const id of [body.id, earlier]) expect((await root.delete(`/api/tickets/${id}`)).status).toBe(200)
    expect((await restore(body.id)).status).toBe(200)
    expect((await read(body.id)).continues).toBeNull()
  })
})
