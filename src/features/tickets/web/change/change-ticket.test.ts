import { QueryClient } from '@tanstack/react-query'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { Ticket, TicketChange } from '../../contract.ts'
import { choiceOf, type Changeable, type ChangeField } from './change-choice.ts'
import { beginChange, changeTicket } from './change-ticket.ts'
import { placeTicket } from '../api.ts'

let lastId = 0
let server: Ticket
let sent: { body: TicketChange; version: string | null }[]
/** Calls that are answered by no server. */
let broken: number

const aTicket = (): Ticket => ({
  id: `00000000-0000-4000-8000-${String((lastId += 1)).padStart(12, '0')}`,
  ticketNumber: 'TKT-000001',
  subject: 'Printer on fire',
  category: 'other',
  priority: 'medium',
  status: 'open',
  customerName: null,
  productName: null,
  projectName: null,
  clientId: '00000000-0000-4000-8000-0000000000c1',
  client: { name: 'Acme', companyName: 'Acme', website: null },
  createdById: '00000000-0000-4000-8000-0000000000a1',
  assignedToId: null,
  assignedTo: null,
  productId: null,
  source: 'web',
  version: 1,
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
  resolvedAt: null,
  reopenedAt: null,
  turn: null,
  turnSince: null,
})

/** Somebody else changes it. */
const others = (change: Partial<Ticket>) => (server = { ...server, ...change, version: server.version + 1 })

/** Answers as the server does. */
async function answer(_address: string, { headers, body }: { headers: Headers; body: string }) {
  await Promise.resolve()
  const change = JSON.parse(body) as TicketChange
  const version = headers.get('if-match')
  sent.push({ body: change, version })
  if (broken > 0) {
    broken -= 1
    throw new TypeError('No connection')
  }
  if (version !== `"${server.version}"`)
    return new Response(JSON.stringify({ message: 'Too late', current: server }), { status: 412 })
  return new Response(JSON.stringify(others(change)))
}

const client = new QueryClient({ defaultOptions: { mutations: { gcTime: 0, networkMode: 'always' } } })

function choose<F extends ChangeField>(seen: Ticket, field: F, value: Changeable[F] & (string | null)) {
  const change = beginChange(seen, choiceOf(seen, field, value))
  return change && client.getMutationCache().build(client, changeTicket(client)).execute(change)
}

beforeEach(() => {
  server = aTicket()
  sent = []
  broken = 0
  vi.stubGlobal('fetch', answer)
})
afterEach(() => {
  vi.unstubAllGlobals()
  client.clear()
})

test('a change sends the version that the person saw, and can be taken back', async () => {
  const answered = await choose(server, 'status', 'testing')
  expect(sent).toEqual([{ body: { status: 'testing' }, version: '"1"' }])
  expect(answered).toMatchObject({
    ticket: { status: 'testing', version: 2 },
    back: { field: 'status', value: 'open', seen: 'testing' },
  })
})

test('the second of two quick changes waits for the first and is based on its answer', async () => {
  const seen = server
  await Promise.all([choose(seen, 'status', 'progress'), choose(seen, 'priority', 'high')])
  expect(sent).toEqual([
    { body: { status: 'progress' }, version: '"1"' },
    { body: { priority: 'high' }, version: '"2"' },
  ])
  expect(server).toMatchObject({ status: 'progress', priority: 'high' })
})

test('two quick changes of one field do not conflict, whatever the second was shown', async () => {
  const seen = server
  const [, second] = await Promise.all([
    choose(seen, 'status', 'progress'),
    choose(seen, 'status', 'resolved'),
  ])
  expect(sent.map(({ version }) => version)).toEqual(['"1"', '"2"'])
  expect(second).toMatchObject({ ticket: { status: 'resolved' }, back: { value: 'progress' } })
})

test('a change after a lost one is taken back to the value on the server', async () => {
  const seen = server
  broken = 1
  const first = choose(seen, 'status', 'progress')
  const second = choose({ ...seen, status: 'progress' }, 'status', 'resolved')
  await expect(first).rejects.toMatchObject({ status: 0 })
  expect(await second).toMatchObject({ ticket: { status: 'resolved' }, back: { value: 'open' } })
})

test('a choice made twice, as by a double click, is sent once', async () => {
  const first = choose(server, 'status', 'testing')
  expect(choose(server, 'status', 'testing')).toBeUndefined()
  await first
  expect(sent).toHaveLength(1)
})

test('a change is made upon somebody else’s change of another field', async () => {
  const seen = server
  others({ priority: 'critical' })
  expect(await choose(seen, 'status', 'testing')).toMatchObject({ ticket: { status: 'testing' } })
  expect(sent.map(({ version }) => version)).toEqual(['"1"', '"2"'])
  expect(server).toMatchObject({ status: 'testing', priority: 'critical' })
})

test('somebody else’s change of the same field stays until the person decides', async () => {
  const seen = server
  others({ status: 'progress' })
  expect(await choose(seen, 'status', 'testing')).toEqual({ met: server })
  expect(server.status).toBe('progress')
})

test('a live update that came while a card was carried leads to the question without a call', async () => {
  const seen = server
  placeTicket(client, others({ status: 'progress' }))
  expect(await choose(seen, 'status', 'testing')).toEqual({ met: server })
  expect(sent).toEqual([])
})

test('a live update of another field gives the version to send', async () => {
  const seen = server
  placeTicket(client, others({ priority: 'low' }))
  await choose(seen, 'status', 'testing')
  expect(sent).toEqual([{ body: { status: 'testing' }, version: '"2"' }])
})

test('a value that somebody else has set already is not sent, and is not one’s own to take back', async () => {
  const seen = server
  others({ status: 'testing' })
  const answered = await choose(seen, 'status', 'testing')
  expect(answered).toEqual({ ticket: server })
  expect(server.version).toBe(2)
})

test('a change whose answer was lost is found done when it is tried again', async () => {
  const seen = server
  vi.stubGlobal('fetch', async (...call: Parameters<typeof answer>) => {
    await answer(...call)
    throw new TypeError('No connection')
  })
  await expect(choose(seen, 'status', 'testing')).rejects.toMatchObject({ status: 0 })
  vi.stubGlobal('fetch', answer)
  expect(await choose(seen, 'status', 'testing')).toEqual({ ticket: server })
  expect(server.version).toBe(2)
})

test('taking back asks first once somebody else has set the field again', async () => {
  const answered = await choose(server, 'status', 'testing')
  if (!answered || !('ticket' in answered) || !answered.back) throw new Error('It was not made.')
  const { ticket, back } = answered
  others({ status: 'closed' })
  const change = beginChange(ticket, back)
  expect(
    change && (await client.getMutationCache().build(client, changeTicket(client)).execute(change)),
  ).toEqual({ met: server })
})

test('a change that conflicts again and again gives up, and leaves it to the person', async () => {
  const seen = server
  vi.stubGlobal('fetch', (...call: Parameters<typeof answer>) => {
    others({ subject: 'Changed again' })
    return answer(...call)
  })
  expect(await choose(seen, 'status', 'testing')).toEqual({ met: server })
  expect(sent).toHaveLength(4)
})
