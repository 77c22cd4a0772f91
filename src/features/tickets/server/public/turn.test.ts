import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TicketDetail } from '#features/conversation/contract.ts'
import type { TicketCounts } from '#features/ticket-list/contract.ts'
import { aComment, aTicket, change } from '#test/factories.ts'
import { startApp, type Caller, type TestApp } from '#test/harness.ts'
import type { HistoryEntry, TicketPage, Turn } from '../../contract.ts'

let desk: TestApp
let ana: Caller
let internal: Caller
let helpdesk: Caller

beforeAll(async () => {
  desk = await startApp()
  ana = await desk.signedIn('client')
  internal = await desk.signedIn('internal')
  helpdesk = await desk.signedIn('helpdesk')
})
afterAll(() => desk.close())

const read = async (id: string, by = helpdesk) => (await by.get<TicketDetail>(`/api/tickets/${id}`)).body
const turnOf = async (id: string, by = helpdesk) => (await read(id, by)).turn
const chat = (by: Caller, id: string, message: string) => by.post(`/api/tickets/${id}/chat`, { message })

test('a new ticket waits for us', async () => {
  const { id, createdAt } = await aTicket(ana)
  for (const person of [ana, internal, helpdesk])
    expect(await read(id, person)).toMatchObject({ turn: 'us', turnSince: createdAt })
})

test('the conversation passes the turn on, and says since when', async () => {
  const { id } = await aTicket(ana)
  desk.clock.advance(60_000)
  await aComment(helpdesk, id, 'Which printer?')
  const { turn, turnSince: asked, comments } = await read(id)
  expect([turn, asked]).toEqual(['client', comments[0]?.createdAt])
  desk.clock.advance(60_000)
  await chat(helpdesk, id, 'Are you there?')
  expect(await read(id)).toMatchObject({ turn: 'client', turnSince: asked })
  desk.clock.advance(60_000)
  await chat(ana, id, 'The one in the hall.')
  const answered = await read(id)
  expect(answered.turn).toBe('us')
  expect(Date.parse(answered.turnSince ?? '') - Date.parse(asked ?? '')).toBeGreaterThanOrEqual(120_000)
  await chat(internal, id, 'This one may not chat, so nothing changes.')
  expect(await turnOf(id)).toBe('us')
})

test('an internal comment passes nothing on', async () => {
  const { id } = await aTicket(ana)
  const before = await read(id, ana)
  await aComment(helpdesk, id, 'Ask the vendor', true)
  expect(await read(id, ana)).toEqual(before)
})

test('a ticket of staff does not wait for a client', async () => {
  const { id } = await aTicket(internal)
  await aComment(helpdesk, id, 'Which printer?')
  await aComment(internal, id, 'All of them')
  expect(await turnOf(id)).toBe('us')
})

test('staff set the turn by hand, and a third party keeps it until the client speaks', async () => {
  const { id } = await aTicket(ana)
  for (const person of [internal, helpdesk])
    for (const turn of ['client', 'third_party'] as const)
      expect(await change(person, id, { turn })).toMatchObject({ turn })
  await aComment(helpdesk, id, 'The vendor will send a part.')
  expect(await turnOf(id)).toBe('third_party')
  await aComment(ana, id, 'When?')
  expect(await turnOf(id)).toBe('us')
  const { body } = await ana.get<HistoryEntry[]>(`/api/tickets/${id}/history`)
  expect(body.flatMap(({ changes }) => changes)).toEqual([
    { field: 'turn', from: 'us', to: 'client' },
    { field: 'turn', from: 'client', to: 'third_party' },
    { field: 'turn', from: 'third_party', to: 'client' },
    { field: 'turn', from: 'client', to: 'third_party' },
  ])
})

test('clients cannot set the turn, and nobody can set an unknown one', async () => {
  const { id } = await aTicket(ana)
  expect((await ana.put(`/api/tickets/${id}`, { turn: 'client' })).status).toBe(403)
  const { status, body } = await helpdesk.put<{ message: string }>(`/api/tickets/${id}`, { turn: 'vendor' })
  expect([status, body.message]).toEqual([400, 'Turn must be one of: us, client, third_party'])
})

test('a resolved ticket waits for nobody until its client opens it, and then for us', async () => {
  const { id } = await aTicket(ana)
  for (const status of ['resolved', 'closed'] as const) {
    expect(await change(helpdesk, id, { status })).toMatchObject({ turn: null, turnSince: null })
    await aComment(helpdesk, id, 'It is done.')
    expect(await turnOf(id)).toBeNull()
  }
  await aComment(ana, id, 'Not really.')
  expect(await read(id)).toMatchObject({ status: 'open', turn: 'us' })
  await change(helpdesk, id, { status: 'closed' })
  expect(await change(helpdesk, id, { status: 'open' })).toMatchObject({ turn: 'us' })
  expect(await change(helpdesk, id, { status: 'testing' })).toMatchObject({ turn: 'us' })
})

test('a status that is taken back gives the turn back as it was, unless somebody has spoken since', async () => {
  const { id } = await aTicket(ana)
  desk.clock.advance(60_000)
  await change(helpdesk, id, { turn: 'third_party' })
  const { turnSince } = await read(id)
  desk.clock.advance(60_000)
  for (const status of ['resolved', 'closed'] as const) {
    await change(helpdesk, id, { status })
    desk.clock.advance(60_000)
    expect(await change(internal, id, { status: 'open', isUndo: true })).toMatchObject({
      status: 'open',
      turn: 'third_party',
      turnSince,
    })
  }
  const { body } = await ana.get<HistoryEntry[]>(`/api/tickets/${id}/history`)
  expect(body.at(-1)?.changes).toEqual([{ field: 'status', from: 'closed', to: 'open' }])

  await change(helpdesk, id, { status: 'resolved' })
  await aComment(ana, id, 'It is not.')
  expect(await change(helpdesk, id, { status: 'open', isUndo: true })).toMatchObject({ turn: 'us' })
})

test('a reopening that is taken back leaves the ticket waiting for whom it waited', async () => {
  const { id } = await aTicket(ana)
  await change(helpdesk, id, { status: 'resolved' })
  desk.clock.advance(60_000)
  await change(helpdesk, id, { turn: 'us' })
  const { turnSince, resolvedAt } = await read(id)
  desk.clock.advance(60_000)
  await change(helpdesk, id, { status: 'progress' })
  expect(await change(helpdesk, id, { status: 'resolved', isUndo: true })).toMatchObject({
    turn: 'us',
    turnSince,
    resolvedAt,
  })
})

test('a ticket that is closed waits for nobody, also when it waited for us; taken back, for us again', async () => {
  const { id } = await aTicket(ana)
  await change(helpdesk, id, { status: 'resolved' })
  desk.clock.advance(60_000)
  await change(helpdesk, id, { turn: 'us' })
  const { turnSince, resolvedAt } = await read(id)
  desk.clock.advance(60_000)
  expect(await change(helpdesk, id, { status: 'closed' })).toMatchObject({ turn: null, turnSince: null })
  expect(await change(helpdesk, id, { status: 'resolved', isUndo: true })).toMatchObject({
    turn: 'us',
    turnSince,
    resolvedAt,
  })
})

test('a turn that was set on a resolved ticket is taken back to nobody; an open ticket waits for somebody', async () => {
  const { id } = await aTicket(ana)
  await change(helpdesk, id, { status: 'resolved' })
  await change(helpdesk, id, { turn: 'client' })
  expect(await change(helpdesk, id, { turn: null })).toMatchObject({ turn: null, turnSince: null })
  await change(helpdesk, id, { status: 'open' })
  const { status, body } = await helpdesk.put<{ message: string }>(`/api/tickets/${id}`, { turn: null })
  expect([status, body.message]).toEqual([400, 'A ticket that is not resolved waits for somebody'])
})

test('an answer that opens a resolved ticket asks its client', async () => {
  const { id } = await aTicket(ana)
  await change(helpdesk, id, { status: 'resolved' })
  await aComment(ana, id, 'Still broken.')
  const answer = { content: 'Please test again.', status: 'testing' }
  expect((await helpdesk.post(`/api/tickets/${id}/comments`, answer)).status).toBe(201)
  expect(await read(id)).toMatchObject({ status: 'testing', turn: 'client' })
})

test('an undo that takes nothing back is an ordinary change', async () => {
  const { id } = await aTicket(ana)
  await change(helpdesk, id, { turn: 'client' })
  await change(helpdesk, id, { status: 'resolved' })
  expect(await change(helpdesk, id, { status: 'progress', isUndo: true })).toMatchObject({ turn: 'us' })
  const alone = await helpdesk.put(`/api/tickets/${id}`, { isUndo: true })
  expect(alone.status).toBe(400)
  const untrue = await helpdesk.put(`/api/tickets/${id}`, { status: 'open', isUndo: 'yes' })
  expect([untrue.status, untrue.body.message]).toEqual([400, 'isUndo must be true or false'])
})

test('lists filter, order and count by the turn', async () => {
  const ben = await desk.signedIn('client')
  const made: Record<Turn, string> = { us: '', client: '', third_party: '' }
  for (const turn of ['client', 'third_party', 'us'] as const) {
    made[turn] = (await aTicket(ben)).id
    if (turn !== 'us') await change(helpdesk, made[turn], { turn })
  }
  const done = await aTicket(ben)
  await change(helpdesk, done.id, { status: 'closed' })
  for (const turn of ['us', 'client', 'third_party'] as const) {
    const { body } = await ben.get<TicketPage>(`/api/tickets?turn=${turn}`)
    expect(body.tickets.map(({ id }) => id)).toEqual([made[turn]])
  }
  const { body } = await ben.get<TicketPage>('/api/tickets?sort=turn')
  expect(body.tickets.map(({ turn }) => turn)).toEqual(['us', 'client', 'third_party', null])
  const counts = await ben.get<TicketCounts>('/api/tickets/counts?by=turn')
  expect(counts.body).toEqual({ turn: { us: 1, client: 1, third_party: 1 } })
})
