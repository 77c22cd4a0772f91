import { afterAll, beforeAll, expect, test } from 'vitest'
import { aComment, aTicket, change } from '#test/factories.ts'
import { startApp, type Caller, type TestApp } from '#test/harness.ts'
import { joined } from '#test/socket.ts'
import type { HistoryEntry } from '#features/tickets/contract.ts'
import type { TicketDetail } from '#features/conversation/contract.ts'
import { undoForMs, type Comment, type CommentPage } from '../contract.ts'

let desk: TestApp
let url: string
let helpdesk: Caller
let internal: Caller
let client: Caller

beforeAll(async () => {
  desk = await startApp()
  url = await desk.listen()
  helpdesk = await desk.signedIn('helpdesk')
  internal = await desk.signedIn('internal', { firstName: 'Ingrid', lastName: 'Olsen' })
  client = await desk.signedIn('client')
})
afterAll(() => desk.close())

const draft = 'Dear client, we have'
const handOver = (by: Caller, id: string, some: object = {}, headers = {}) =>
  by.post<Comment & { issues?: { path: string }[] }>(
    `/api/tickets/${id}/hand-over`,
    { assignedToId: internal.id, note: 'Please call them', draft, ...some },
    headers,
  )
const detailOf = async (by: Caller, id: string) => (await by.get<TicketDetail>(`/api/tickets/${id}`)).body
const historyOf = async (by: Caller, id: string) =>
  (await by.get<HistoryEntry[]>(`/api/tickets/${id}/history`)).body.map(({ what }) => what)

test('a ticket is handed over with note and draft, and its receiver hears of it at once', async () => {
  const { id } = await aTicket(client)
  const theirs = await joined(url, internal)
  const note = 'Please call them, @Ingrid Olsen'
  const { status, body } = await handOver(helpdesk, id, { note, mentions: [internal.id] })
  expect(status).toBe(201)
  expect(body).toMatchObject({ content: note, isInternal: true, handed: { toId: internal.id, draft } })
  await theirs.hears(({ type, ticket }) => type === 'ticket:assigned' && ticket?.id === id)
  await theirs.hears(({ type }) => type === 'comment:mention')
  await theirs.close()

  const seen = await detailOf(internal, id)
  expect(seen.assignedToId).toBe(internal.id)
  expect(seen.comments).toEqual([body])
  expect(await historyOf(helpdesk, id)).toEqual(['created', 'commented', 'changed'])
  const theirView = await detailOf(client, id)
  expect(theirView.comments).toEqual([])
  expect(JSON.stringify(theirView)).not.toContain(draft)
})

test('giver and receiver alone read the draft until it is taken, and others read the note', async () => {
  const { id } = await aTicket(client)
  const { body } = await handOver(helpdesk, id)
  const later = await aComment(client, id, 'Any news?')
  const root = await desk.signedIn('super_user')
  const others = [root, await desk.signedIn('helpdesk'), await desk.signedIn('internal')]
  const pages = async (by: Caller) => [
    (await detailOf(by, id)).comments,
    (await by.get<CommentPage>(`/api/tickets/${id}/comments?before=${later}`)).body.comments,
  ]
  for (const by of [helpdesk, internal])
    for (const page of await pages(by)) expect(page[0]).toMatchObject({ id: body.id, handed: { draft } })
  for (const by of others)
    for (const page of await pages(by)) {
      expect(page[0]).toMatchObject({ id: body.id, content: 'Please call them' })
      expect(JSON.stringify(page)).not.toContain(draft)
    }
  for (const page of await pages(client)) expect(JSON.stringify(page)).not.toContain(draft)

  // A later assignee reads the ticket, and the draft stays with its receiver.
  await change(helpdesk, id, { assignedToId: root.id })
  expect((await detailOf(root, id)).comments[0]).not.toHaveProperty('handed')
  expect((await detailOf(internal, id)).comments[0]?.handed?.draft).toBe(draft)
})

test('the receiver alone takes the draft, once it is in their comment box', async () => {
  const { id } = await aTicket(client)
  const { body } = await handOver(helpdesk, id)
  const take = (by: Caller) => by.delete(`/api/tickets/${id}/comments/${body.id}/draft`)
  expect((await take(helpdesk)).status).toBe(200)
  expect((await detailOf(internal, id)).comments[0]?.handed?.draft).toBe(draft)
  expect((await take(client)).status).toBe(403)
  expect((await take(internal)).status).toBe(200)
  expect((await detailOf(internal, id)).comments[0]).not.toHaveProperty('handed')
  expect((await take(internal)).status).toBe(200)
})

test('a hand-over without a draft is its note and the assignment', async () => {
  const { id } = await aTicket(client)
  for (const none of [undefined, '  ']) {
    const { status, body } = await handOver(helpdesk, id, { draft: none })
    expect(status).toBe(201)
    expect(body).not.toHaveProperty('handed')
  }
})

test('a hand-over taken back in time leaves the ticket as it was', async () => {
  const { id } = await aTicket(client)
  await change(helpdesk, id, { assignedToId: helpdesk.id })
  const { body } = await handOver(helpdesk, id)
  const back = await helpdesk.delete<Comment>(`/api/tickets/${id}/comments/${body.id}`)
  expect(back.status).toBe(200)
  const after = await detailOf(internal, id)
  expect([after.assignedToId, after.comments]).toEqual([helpdesk.id, []])

  const late = await handOver(helpdesk, id)
  desk.clock.advance(undoForMs + 1)
  expect((await helpdesk.delete(`/api/tickets/${id}/comments/${late.body.id}`)).status).toBe(409)
  expect((await detailOf(internal, id)).assignedToId).toBe(internal.id)
})

test('a ticket that somebody else has taken meanwhile is not handed over unseen', async () => {
  const { id, version } = await aTicket(helpdesk)
  await change(helpdesk, id, { assignedToId: helpdesk.id })
  const { status, body } = await handOver(helpdesk, id, {}, { 'if-match': `"${version}"` })
  expect(status).toBe(412)
  expect(body).toMatchObject({ current: { assignedToId: helpdesk.id } })
  expect((await detailOf(helpdesk, id)).comments).toEqual([])
})

test('bad hand-overs are refused with the name of the field, and change nothing', async () => {
  const { id } = await aTicket(client)
  const before = await detailOf(helpdesk, id)
  for (const [some, field] of [
    [{ note: ' ' }, 'note'],
    [{ note: undefined }, 'note'],
    [{ assignedToId: undefined }, 'assignedToId'],
    [{ assignedToId: client.id }, 'assignedToId'],
    [{ assignedToId: helpdesk.id }, 'assignedToId'],
    [{ mentions: [client.id] }, 'mentions'],
    [{ draft: 4 }, 'draft'],
  ] as const) {
    const { status, body } = await handOver(helpdesk, id, some)
    expect([status, body.issues?.[0]?.path]).toEqual([400, field])
  }
  expect((await handOver(internal, id)).status).toBe(403)
  expect((await handOver(client, id)).status).toBe(403)
  expect(await detailOf(helpdesk, id)).toEqual(before)
})

test('a repeated call hands over once', async () => {
  const { id } = await aTicket(client)
  const key = { 'idempotency-key': `hand-over-${id}` }
  const [first, second] = [await handOver(helpdesk, id, {}, key), await handOver(helpdesk, id, {}, key)]
  expect(second.body).toEqual(first.body)
  expect((await detailOf(helpdesk, id)).comments).toHaveLength(1)
})

test('a draft goes with its note when that is deleted', async () => {
  const { id } = await aTicket(client)
  await aComment(client, id, 'Still broken')
  const { body } = await handOver(helpdesk, id)
  desk.clock.advance(undoForMs + 1)
  expect((await helpdesk.delete(`/api/comments/${body.id}`)).status).toBe(200)
  expect((await detailOf(internal, id)).comments).toHaveLength(1)
})
