import { afterAll, beforeAll, expect, test } from 'vitest'
import { aComment, aTicket, change } from '#test/factories.ts'
import { startApp, type Caller, type TestApp } from '#test/harness.ts'
import { joined } from '#test/socket.ts'
import type { TicketDetail } from '../../contract.ts'
import type { Comment } from '../contract.ts'

let desk: TestApp
let url: string
let helpdesk: Caller
let internal: Caller
let client: Caller

beforeAll(async () => {
  desk = await startApp()
  url = await desk.listen()
  helpdesk = await desk.signedIn('helpdesk')
  internal = await desk.signedIn('internal', { firstName: 'Ìngrid', lastName: 'Olsen' })
  client = await desk.signedIn('client')
})
afterAll(() => desk.close())

const hold = async (by: Caller, ticketId: string, some: object = {}, headers = {}) => {
  const body = { content: 'On second thought', undoSeconds: 10, ...some }
  return by.post<Comment>(`/api/tickets/${ticketId}/comments`, body, headers)
}
const takeBack = (by: Caller, ticketId: string, id: string) =>
  by.delete<Comment & { message: string }>(`/api/tickets/${ticketId}/comments/${id}`)
const detailOf = async (by: Caller, id: string) => (await by.get<TicketDetail>(`/api/tickets/${id}`)).body
const contentsOf = async (by: Caller, id: string) =>
  (await detailOf(by, id)).comments.map(({ content }) => content)
const historyOf = async (by: Caller, id: string) =>
  (await by.get<{ what: string }[]>(`/api/tickets/${id}/history`)).body.filter(
    ({ what }) => what === 'commented',
  )

/** The time of all that is held is over: another node of the same desk starts, and sends what is due. */
async function timePasses(): Promise<TestApp> {
  await desk.database.pool.query(
    "update deliveries set due_at = now() - interval '1 second' where kind = 'comment' and due_at is not null",
  )
  return startApp({ database: desk.database })
}
const isSettled = () =>
  expect
    .poll(async () => {
      const { rows } = await desk.database.pool.query(
        "select 1 from deliveries where kind = 'comment' and due_at is not null",
      )
      return rows.length
    })
    .toBe(0)

/** Lets the time of everything that is held pass, and waits until it was sent or given up. */
async function release(): Promise<void> {
  const node = await timePasses()
  await isSettled()
  await node.app.close()
}

test('a held answer that opens a resolved ticket asks its client when it is sent', async () => {
  const { id } = await aTicket(client)
  await change(helpdesk, id, { status: 'resolved' })
  await aComment(client, id, 'Still broken.')
  const answer = { content: 'Please test again.', status: 'testing' }
  expect((await hold(helpdesk, id, answer)).status).toBe(201)
  await release()
  expect(await detailOf(client, id)).toMatchObject({ status: 'testing', turn: 'client' })
})

test('a held comment is its author’s alone until its time is over, and then everybody’s under the same id', async () => {
  const ticket = await aTicket(client)
  const before = await detailOf(client, ticket.id)
  const { status, body } = await hold(helpdesk, ticket.id)
  expect(status).toBe(201)
  const heldForMs = new Date(body.held?.sendsAt ?? 0).getTime() - new Date(body.createdAt).getTime()
  expect([heldForMs, body.held?.failure, body.held?.status]).toEqual([10_000, null, null])
  expect((await detailOf(helpdesk, ticket.id)).comments).toEqual([body])
  for (const other of [client, internal]) {
    expect(await detailOf(other, ticket.id)).toMatchObject({ comments: [], version: before.version })
    expect(await historyOf(other, ticket.id)).toEqual([])
  }
  const search = await helpdesk.get('/api/tickets?search=second%20thought')
  expect(search.body['total']).toBe(0)

  await release()
  const [sent, ...others] = (await detailOf(client, ticket.id)).comments
  expect(others).toEqual([])
  expect(sent).toEqual({ ...body, held: undefined, createdAt: expect.any(String) })
  expect((await detailOf(helpdesk, ticket.id)).comments).toEqual([sent])
  expect(await historyOf(client, ticket.id)).toHaveLength(1)
})

test('a held comment is sent when its seconds are over, and only then do others hear of it', async () => {
  const ticket = await aTicket(client)
  const theirs = await joined(url, internal)
  await hold(helpdesk, ticket.id, {
    content: 'Look, @Ìngrid Olsen',
    isInternal: true,
    mentions: [internal.id],
    undoSeconds: 5,
  })
  expect(await theirs.said('comment:mention', 'ticket:update')).toEqual([])
  expect(await theirs.hearsType('comment:mention')).toMatchObject({ ticketId: ticket.id })
  expect(await contentsOf(internal, ticket.id)).toEqual(['Look, @Ìngrid Olsen'])
  expect(await contentsOf(client, ticket.id)).toEqual([])
  theirs.raw.close()
})

test('a held comment is sent when its seconds are over, also where the clock has been set back by an hour meanwhile', async () => {
  const ticket = await aTicket(client)
  const theirs = await joined(url, client)
  const hour = 60 * 60 * 1000
  desk.clock.advance(hour)
  await hold(helpdesk, ticket.id, { undoSeconds: 1 })
  desk.clock.advance(-hour)
  await theirs.hears((heard) => heard.type === 'ticket:update' && heard.ticket?.id === ticket.id)
  expect(await contentsOf(client, ticket.id)).toEqual(['On second thought'])
  theirs.raw.close()
})

test('what its author takes back is never sent, and a repeated call gives it back once more', async () => {
  const ticket = await aTicket(client)
  const { body } = await hold(helpdesk, ticket.id, { isInternal: true })
  const back = await takeBack(helpdesk, ticket.id, body.id)
  expect(back).toMatchObject({ status: 200, body: { content: 'On second thought', isInternal: true } })
  expect(await contentsOf(helpdesk, ticket.id)).toEqual([])
  expect((await takeBack(helpdesk, ticket.id, body.id)).body.content).toBe('On second thought')
  await release()
  expect(await contentsOf(helpdesk, ticket.id)).toEqual([])
})

test('nobody takes back what is sent, or what somebody else holds', async () => {
  const ticket = await aTicket(client)
  const { body } = await hold(helpdesk, ticket.id)
  for (const other of [internal, client]) expect((await takeBack(other, ticket.id, body.id)).status).toBe(404)
  const elsewhere = await aTicket(client)
  expect((await takeBack(helpdesk, elsewhere.id, body.id)).status).toBe(404)
  await release()
  const late = await takeBack(helpdesk, ticket.id, body.id)
  expect([late.status, late.body.message]).toEqual([
    409,
    'This comment has been sent, so it cannot be taken back.',
  ])
  expect(await contentsOf(client, ticket.id)).toEqual(['On second thought'])
})

test('a comment sent again under its key is held once, and of several nodes one sends it', async () => {
  const ticket = await aTicket(client)
  const key = { 'idempotency-key': 'held-once' }
  const first = await hold(helpdesk, ticket.id, {}, key)
  expect((await hold(helpdesk, ticket.id, {}, key)).body).toEqual(first.body)
  const nodes = [await timePasses(), await startApp({ database: desk.database })]
  await isSettled()
  await Promise.all(nodes.map(({ app }) => app.close()))
  expect(await contentsOf(client, ticket.id)).toEqual(['On second thought'])
  expect(await historyOf(client, ticket.id)).toHaveLength(1)
})

test('a held comment goes by the rights its author has when it is sent', async () => {
  const ticket = await aTicket(client)
  const disabled = await desk.signedIn('helpdesk')
  const demoted = await desk.signedIn('internal')
  await hold(disabled, ticket.id, { content: 'By somebody who left' })
  await hold(demoted, ticket.id, { content: 'Internal by somebody who is a client now', isInternal: true })
  const { pool } = desk.database
  await pool.query('update users set is_active = false where id = $1', [disabled.id])
  await pool.query("update users set role = 'client' where id = $1", [demoted.id])
  await release()
  expect(await contentsOf(helpdesk, ticket.id)).toEqual([])
})

test('a held comment of somebody who cannot be mailed is sent, too', async () => {
  const ticket = await aTicket(client)
  const unreachable = await desk.signedIn('helpdesk', { email: 'somebody@nowhere.invalid' })
  await hold(unreachable, ticket.id, { content: 'From an address that is none' })
  await release()
  expect(await contentsOf(client, ticket.id)).toEqual(['From an address that is none'])
})

test('a held comment goes with its ticket, and is not sent to another client than it was written for', async () => {
  const root = await desk.signedIn('super_user')
  const gone = await aTicket(client)
  await hold(helpdesk, gone.id, { content: 'Too late' })
  await root.delete(`/api/tickets/${gone.id}`)
  const { rows } = await desk.database.pool.query(
    "select 1 from deliveries where payload ->> 'content' = 'Too late'",
  )
  expect(rows).toEqual([])

  const moved = await aTicket(client)
  const { body } = await hold(helpdesk, moved.id)
  await hold(helpdesk, moved.id, { content: 'For us', isInternal: true })
  const other = await aTicket(root, { customerName: 'Another company' })
  await desk.database.pool.query('update tickets set client_id = $1 where id = $2', [
    other.clientId,
    moved.id,
  ])
  await release()
  const [sent, kept] = (await detailOf(helpdesk, moved.id)).comments
  expect([sent?.content, sent?.held]).toEqual(['For us', undefined])
  expect(kept?.held?.failure).toBe('The ticket was given to another client before this was sent.')
  expect(await contentsOf(internal, moved.id)).toEqual(['For us'])
  expect((await takeBack(helpdesk, moved.id, body.id)).status).toBe(200)
})

test('an answer and its status are one: held together, taken back together, and made together', async () => {
  const ticket = await aTicket(client)
  const { body } = await hold(helpdesk, ticket.id, { status: 'resolved' })
  expect(body.held?.status).toBe('resolved')
  await takeBack(helpdesk, ticket.id, body.id)
  await release()
  expect(await detailOf(client, ticket.id)).toMatchObject({ status: 'open', comments: [] })

  await hold(internal, ticket.id, { status: 'resolved' })
  expect((await detailOf(internal, ticket.id)).status).toBe('open')
  await release()
  const sent = await detailOf(client, ticket.id)
  expect([sent.status, sent.comments.length]).toEqual(['resolved', 1])
  const history = await client.get<{ what: string; at: string }[]>(`/api/tickets/${ticket.id}/history`)
  const [commented, changed] = history.body.slice(-2)
  expect([commented?.what, changed?.what, commented?.at]).toEqual(['commented', 'changed', changed?.at])
})

test('a status that somebody else has set while an answer waited stands, and the answer is sent', async () => {
  const ticket = await aTicket(client)
  await hold(helpdesk, ticket.id, { status: 'resolved' })
  await change(internal, ticket.id, { status: 'testing' })
  await release()
  expect(await detailOf(client, ticket.id)).toMatchObject({
    status: 'testing',
    comments: [{ content: 'On second thought' }],
  })
})

test.each([0, 10])(
  'an answer with a status, held for %d seconds, is refused to clients and to whoever saw an older ticket',
  async (undoSeconds) => {
    const ticket = await aTicket(client)
    const answer = (by: Caller, some: object, headers = {}) =>
      hold(by, ticket.id, { undoSeconds, status: 'testing', ...some }, headers)
    expect((await answer(client, {})).status).toBe(403)
    expect((await answer(helpdesk, { status: 'closed' })).status).toBe(400)
    const stale = await answer(helpdesk, {}, { 'if-match': '"7"' })
    expect([stale.status, stale.body]).toMatchObject([412, { current: { id: ticket.id, version: 1 } }])
    expect((await detailOf(helpdesk, ticket.id)).comments).toEqual([])
    expect((await answer(helpdesk, {}, { 'if-match': '"1"' })).status).toBe(201)
    await release()
    expect(await detailOf(client, ticket.id)).toMatchObject({ status: 'testing', comments: [{}] })
  },
)

test('what could not be added cannot be held either, and a comment without the field is added at once', async () => {
  const ticket = await aTicket(client)
  const refused = async (some: object) => (await hold(helpdesk, ticket.id, some)).status
  expect(await refused({ undoSeconds: 11 })).toBe(400)
  expect(await refused({ undoSeconds: -1 })).toBe(400)
  expect(await refused({ attachmentIds: [ticket.id] })).toBe(400)
  expect(await refused({ mentions: [internal.id] })).toBe(400)
  await aComment(helpdesk, ticket.id, 'At once')
  expect((await detailOf(client, ticket.id)).comments).toMatchObject([{ content: 'At once' }])
  expect((await hold(client, ticket.id, { isInternal: true })).body.isInternal).toBe(false)
})
