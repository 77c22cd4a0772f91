import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aComment, aTicket, change } from '#test/factories.ts'
import { anUpload } from '#test/files.ts'
import { startApp, type Caller, type TestApp } from '#test/harness.ts'
import { joined } from '#test/socket.ts'
import type { HistoryEntry } from '#features/tickets/contract.ts'
import type { TicketDetail } from '#features/conversation/contract.ts'
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

const say = async (by: Caller, ticketId: string, some: object = {}, headers = {}) =>
  by.post<Comment>(`/api/tickets/${ticketId}/comments`, { content: 'On second thought', ...some }, headers)
const takeBack = (by: Caller, ticketId: string, id: string, headers = {}) =>
  by.delete<Comment & { message: string }>(`/api/tickets/${ticketId}/comments/${id}`, headers)
const detailOf = async (by: Caller, id: string) => (await by.get<TicketDetail>(`/api/tickets/${id}`)).body
const contentsOf = async (by: Caller, id: string) =>
  (await detailOf(by, id)).comments.map(({ content }) => content)
const historyOf = async (by: Caller, id: string) =>
  (await by.get<HistoryEntry[]>(`/api/tickets/${id}/history`)).body.map(({ what }) => what)

describe('a comment within its ten seconds', () => {
  test('is everybody’s at once, and gone for everybody when its author takes it back', async () => {
    const { id } = await aTicket(client)
    const theirs = await joined(url, client)
    const { status, body } = await say(helpdesk, id)
    expect(status).toBe(201)
    for (const other of [client, internal]) expect((await detailOf(other, id)).comments).toEqual([body])
    await theirs.hears((heard) => heard.type === 'ticket:update' && heard.ticket?.id === id)
    const before = await detailOf(client, id)

    desk.clock.advance(5000)
    const back = await takeBack(helpdesk, id, body.id)
    expect([back.status, back.body]).toEqual([200, body])
    await theirs.hears(
      ({ type, ticket }) => type === 'ticket:update' && (ticket?.version ?? 0) > before.version,
    )
    for (const other of [client, internal, helpdesk]) expect(await contentsOf(other, id)).toEqual([])
    const search = await helpdesk.get('/api/tickets?search=second%20thought')
    expect(search.body['total']).toBe(0)
    await theirs.close()
  })

  test('stands in the history of staff as taken back, and in that of its client not at all', async () => {
    const { id } = await aTicket(client)
    const { body } = await say(helpdesk, id)
    await takeBack(helpdesk, id, body.id)
    expect(await historyOf(internal, id)).toEqual(['created', 'commented', 'comment-taken-back'])
    expect(await historyOf(client, id)).toEqual(['created'])
    const secret = await say(helpdesk, id, { isInternal: true })
    await takeBack(helpdesk, id, secret.body.id)
    expect((await historyOf(internal, id)).slice(-2)).toEqual(['commented', 'comment-taken-back'])
    expect(await historyOf(client, id)).toEqual(['created'])
    const resolving = await say(helpdesk, id, { isInternal: true, status: 'resolved' })
    await takeBack(helpdesk, id, resolving.body.id)
    expect(await historyOf(client, id), 'nor the status that an internal one has set').toEqual(['created'])
  })

  test('is its author’s alone to take back', async () => {
    const { id } = await aTicket(client)
    const { body } = await say(helpdesk, id)
    for (const other of [internal, client]) expect((await takeBack(other, id, body.id)).status).toBe(404)
    const elsewhere = await aTicket(client)
    expect((await takeBack(helpdesk, elsewhere.id, body.id)).status).toBe(404)
    expect(await contentsOf(client, id)).toEqual(['On second thought'])
  })

  test('is taken back once, and answers a call that is made again under its key', async () => {
    const { id } = await aTicket(client)
    const { body } = await say(helpdesk, id)
    const key = { 'idempotency-key': 'back-once' }
    const [first, second] = await Promise.all([1, 2].map(() => takeBack(helpdesk, id, body.id, key)))
    expect([first?.status, second?.body]).toEqual([200, first?.body])
    expect((await takeBack(helpdesk, id, body.id)).status).toBe(404)
    expect(await historyOf(internal, id)).toEqual(['created', 'commented', 'comment-taken-back'])
  })

  test('is not told as added to a call that is repeated after it was taken back', async () => {
    const { id } = await aTicket(client)
    const key = { 'idempotency-key': 'added-and-gone' }
    const { body } = await say(helpdesk, id, {}, key)
    expect((await say(helpdesk, id, {}, key)).body).toEqual(body)
    await takeBack(helpdesk, id, body.id)
    expect((await say(helpdesk, id, {}, key)).status).toBe(409)
    expect(await contentsOf(client, id)).toEqual([])
  })

  test('gives its files back to its author, who can attach them again', async () => {
    const { id } = await aTicket(client)
    const { id: file } = await anUpload(desk, helpdesk)
    const { body } = await say(helpdesk, id, { attachmentIds: [file] })
    expect((await detailOf(client, id)).attachments).toHaveLength(1)
    const back = await takeBack(helpdesk, id, body.id)
    expect(back.body.attachments.map((one) => one.id)).toEqual([file])
    expect((await detailOf(client, id)).attachments).toEqual([])
    expect((await say(client, id, { attachmentIds: [file] })).status).toBe(400)
    expect((await say(helpdesk, id, { attachmentIds: [file] })).status).toBe(201)
    expect((await detailOf(client, id)).attachments.map((one) => one.id)).toEqual([file])
  })
})

test('a comment whose ten seconds are over stays', async () => {
  const { id } = await aTicket(client)
  const { body } = await say(helpdesk, id)
  desk.clock.advance(10_500)
  const late = await takeBack(helpdesk, id, body.id)
  expect([late.status, late.body.message]).toEqual([
    409,
    'This comment was added a while ago, so it cannot be taken back.',
  ])
  expect(await contentsOf(client, id)).toEqual(['On second thought'])
})

test('an internal comment of somebody who has become a client is not theirs any more', async () => {
  const { id } = await aTicket(client)
  const demoted = await desk.signedIn('internal')
  const { body } = await say(demoted, id, { isInternal: true })
  await desk.database.pool.query("update users set role = 'client' where id = $1", [demoted.id])
  expect((await takeBack(demoted, id, body.id)).status).toBe(404)
})

describe('taking a comment back undoes its effects on the ticket', () => {
  const courseOf = async (id: string) => {
    const { status, turn, turnSince, resolvedAt } = await detailOf(helpdesk, id)
    return { status, turn, turnSince, resolvedAt }
  }
  const answered = async () => (await helpdesk.get('/api/stats')).body['avgResponseTime']

  test('it is the turn of whom it was, and the client still waits for the first answer', async () => {
    const { id } = await aTicket(client)
    const [before, figure] = [await courseOf(id), await answered()]
    desk.clock.advance(60_000)
    const { body } = await say(helpdesk, id)
    expect(await courseOf(id)).toMatchObject({ turn: 'client' })
    await takeBack(helpdesk, id, body.id)
    expect([await courseOf(id), await answered()]).toEqual([before, figure])
    const first = async () =>
      (await desk.database.pool.query('select first_response_at as at from tickets where id = $1', [id])).rows
    expect(await first()).toEqual([{ at: null }])
    await say(helpdesk, id)
    expect(await first()).toEqual([{ at: expect.any(Date) }])
  })

  test('the status that was set with it is put back', async () => {
    const { id } = await aTicket(client)
    const before = await courseOf(id)
    desk.clock.advance(60_000)
    const { body } = await say(helpdesk, id, { status: 'resolved' })
    expect(await courseOf(id)).toMatchObject({ status: 'resolved', turn: null })
    await takeBack(helpdesk, id, body.id)
    expect(await courseOf(id)).toEqual(before)
  })

  test('two answers of one person, in whatever order they are taken back, leave the ticket as it was before', async () => {
    for (const order of [
      [0, 1],
      [1, 0],
    ]) {
      const { id } = await aTicket(client)
      const [before, figure] = [await courseOf(id), await answered()]
      desk.clock.advance(60_000)
      const first = await say(helpdesk, id, { status: 'testing' })
      desk.clock.advance(1000)
      const second = await say(helpdesk, id, { status: 'resolved' })
      desk.clock.advance(1000)
      const said = [first.body.id, second.body.id]
      for (const one of order) expect((await takeBack(helpdesk, id, said[one]!)).status).toBe(200)
      expect([await courseOf(id), await answered()]).toEqual([before, figure])
      const sql = 'select first_response_at as at from tickets where id = $1'
      expect((await desk.database.pool.query(sql, [id])).rows).toEqual([{ at: null }])
      expect(await historyOf(client, id)).toEqual(['created'])
      expect(await historyOf(internal, id)).toContain('comment-taken-back')
    }
  })

  test('taking back the second answer restores the status that a colleague set before it', async () => {
    const { id } = await aTicket(client)
    const first = await say(helpdesk, id, { status: 'testing' })
    await change(internal, id, { status: 'progress' })
    const second = await say(helpdesk, id, { status: 'resolved' })
    await takeBack(helpdesk, id, first.body.id)
    expect(await courseOf(id)).toMatchObject({ status: 'resolved' })
    await takeBack(helpdesk, id, second.body.id)
    expect(await courseOf(id)).toMatchObject({ status: 'progress' })
    expect(await historyOf(client, id)).toEqual(['created', 'changed'])
  })

  test('a ticket that its author took with it is unassigned again, unless it was assigned since', async () => {
    const { id } = await aTicket(client)
    const { body } = await say(helpdesk, id, { assignToMe: true })
    expect(await detailOf(client, id)).toMatchObject({ assignedToId: helpdesk.id, turn: 'client' })
    await takeBack(helpdesk, id, body.id)
    expect(await detailOf(client, id)).toMatchObject({ assignedToId: null, turn: 'us' })
    const second = await say(helpdesk, id, { assignToMe: true, status: 'resolved' })
    await change(helpdesk, id, { assignedToId: internal.id })
    await takeBack(helpdesk, id, second.body.id)
    expect(await detailOf(client, id)).toMatchObject({ assignedToId: internal.id, status: 'open' })
  })

  test('a ticket that it has opened again is resolved as before', async () => {
    const { id } = await aTicket(client)
    await change(helpdesk, id, { status: 'resolved' })
    await say(client, id, { content: 'Still broken.' })
    const before = await courseOf(id)
    desk.clock.advance(60_000)
    const { body } = await say(helpdesk, id, { status: 'testing' })
    expect(await courseOf(id)).toMatchObject({ status: 'testing', turn: 'client', resolvedAt: null })
    await takeBack(helpdesk, id, body.id)
    expect(await courseOf(id)).toEqual(before)
  })

  test('a status that somebody else has set since stands', async () => {
    const { id } = await aTicket(client)
    const { body } = await say(helpdesk, id, { status: 'resolved' })
    await change(internal, id, { status: 'testing' })
    expect((await takeBack(helpdesk, id, body.id)).status).toBe(200)
    expect(await detailOf(client, id)).toMatchObject({ status: 'testing', comments: [] })
  })

  test('a word that was said since stands, and it waits for who was asked by it', async () => {
    const { id } = await aTicket(client)
    const { body } = await say(helpdesk, id)
    desk.clock.advance(1000)
    await aComment(client, id, 'Thanks, but')
    await takeBack(helpdesk, id, body.id)
    expect(await detailOf(client, id)).toMatchObject({ turn: 'us', comments: [{ content: 'Thanks, but' }] })
  })
})

test('an answer with a status is refused to clients and to whoever saw an older ticket', async () => {
  const ticket = await aTicket(client)
  const answer = (by: Caller, some: object, headers = {}) =>
    say(by, ticket.id, { status: 'testing', ...some }, headers)
  expect((await answer(client, {})).status).toBe(403)
  expect((await answer(helpdesk, { status: 'closed' })).status).toBe(400)
  const stale = await answer(helpdesk, {}, { 'if-match': '"7"' })
  expect([stale.status, stale.body]).toMatchObject([412, { current: { id: ticket.id, version: 1 } }])
  expect((await detailOf(helpdesk, ticket.id)).comments).toEqual([])
  expect((await answer(helpdesk, {}, { 'if-match': '"1"' })).status).toBe(201)
  expect(await detailOf(client, ticket.id)).toMatchObject({ status: 'testing', comments: [{}] })
})

test('only the desk takes a ticket with an answer, only an unassigned one, and only in public', async () => {
  const { id } = await aTicket(client)
  for (const by of [client, internal])
    expect((await say(by, id, { assignToMe: true })).status, 'nothing is added either').toBe(403)
  expect((await say(helpdesk, id, { assignToMe: 'yes' })).body).toMatchObject({
    message: 'assignToMe must be true or false',
  })
  expect((await say(helpdesk, id, { assignToMe: true, isInternal: true })).status).toBe(201)
  expect(await detailOf(client, id)).toMatchObject({ assignedToId: null, comments: [] })
  await change(helpdesk, id, { assignedToId: internal.id })
  expect((await say(helpdesk, id, { assignToMe: true })).status).toBe(201)
  expect(await detailOf(client, id)).toMatchObject({ assignedToId: internal.id, comments: [{}] })
})

test('an answer that opens and takes a ticket leaves all three marks on it', async () => {
  const { id, version } = await aTicket(client)
  await change(helpdesk, id, { status: 'resolved' })
  expect((await say(helpdesk, id, { status: 'testing', assignToMe: true })).status).toBe(201)
  const after = { status: 'testing', turn: 'client', assignedToId: helpdesk.id, version: version + 4 }
  expect(await detailOf(helpdesk, id)).toMatchObject(after)
  expect((await say(helpdesk, id, { status: 'resolved', assignToMe: true })).status).toBe(201)
  expect(await detailOf(helpdesk, id)).toMatchObject({ status: 'resolved', turn: null, version: version + 6 })
})
