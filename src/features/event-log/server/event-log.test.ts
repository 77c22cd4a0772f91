import { afterAll, beforeAll, expect, test } from 'vitest'
import type { HistoryEntry } from '#features/tickets/contract.ts'
import type { LogEntry } from '#platform/server/log/log-entry.ts'
import { aComment, aTicket, change } from '#test/factories.ts'
import { startApp, type Caller, type TestApp } from '#test/harness.ts'
import { joined, withinASecond } from '#test/socket.ts'
import { ticketChanged, ticketCreated, ticketDeleted } from '#features/tickets/server/events.ts'
import { listEntriesAfter } from './queries.ts'

let desk: TestApp
let ana: Caller
let helpdesk: Caller

beforeAll(async () => {
  desk = await startApp()
  ana = await desk.signedIn('client')
  helpdesk = await desk.signedIn('helpdesk')
})
afterAll(() => desk.close())

const isEmbedded = process.env.TEST_DATABASE !== 'postgres'
const headOf = async () =>
  (await desk.database.pool.query<{ position: string }>('select position from log_head')).rows[0]!

test('every change is in the log, with who did it, to what, and the values before and after', async () => {
  const since = Number((await headOf()).position)
  const { id, ticketNumber } = await aTicket(ana, { customerName: 'New in the log' })
  await change(helpdesk, id, { status: 'progress', assignedToId: helpdesk.id })
  const comment = await aComment(helpdesk, id, 'Internal', true)
  await helpdesk.delete(`/api/tickets/${id}`)
  const entries = await listEntriesAfter(desk.database.db, since, 100)
  expect(entries).toMatchObject([
    { type: 'client.created', actorId: ana.id, publicPosition: null },
    { type: 'ticket.created', ticketId: id, actorId: ana.id, data: { ticketNumber } },
    {
      type: 'ticket.changed',
      actorId: helpdesk.id,
      data: {
        changes: { status: { from: 'open', to: 'progress' }, assignedToId: { from: null, to: helpdesk.id } },
      },
    },
    { type: 'comment.added', subjectId: comment, publicPosition: null, data: { isInternal: true } },
    { type: 'ticket.deleted', ticketId: id, actorId: helpdesk.id, data: { ticketNumber } },
  ])
  expect(JSON.stringify(entries)).not.toContain('"content"')
})

test('a fact about a ticket has the facets of the ticket before and after', async () => {
  const since = Number((await headOf()).position)
  const ticket = await aTicket(ana, { priority: 'low', category: 'network' })
  await change(helpdesk, ticket.id, { status: 'progress', assignedToId: helpdesk.id })
  await helpdesk.delete(`/api/tickets/${ticket.id}`)
  const entries = await listEntriesAfter(desk.database.db, since, 100)
  const find = <F>({ read }: { read(entry: LogEntry): F | undefined }) =>
    entries.map(read).find((fact) => fact !== undefined)
  const before = {
    status: 'open',
    priority: 'low',
    category: 'network',
    assignedToId: null,
    clientId: ticket.clientId,
    productId: ticket.productId,
    createdById: ana.id,
    creatorBelongs: false,
    participantIds: [],
    labelIds: [],
    createdAt: ticket.createdAt,
    turn: 'us',
    resolvedAt: null,
  }
  const after = { ...before, status: 'progress', assignedToId: helpdesk.id }
  expect(find(ticketCreated)?.data.after).toEqual(before)
  expect(find(ticketChanged)?.data).toMatchObject({ before, after })
  expect(find(ticketDeleted)?.data.before).toEqual(after)
})

test('the first answer of staff is in the log once, and clients do not hear of it', async () => {
  const { id } = await aTicket(ana)
  const since = Number((await headOf()).position)
  await aComment(ana, id, 'Still broken')
  await aComment(helpdesk, id, 'Internal', true)
  await aComment(helpdesk, id, 'We are on it')
  await aComment(helpdesk, id, 'It works again')
  const entries = await listEntriesAfter(desk.database.db, since, 100)
  expect(entries.map(({ type, publicPosition }) => [type, publicPosition === null])).toEqual([
    ['comment.added', false],
    ['comment.added', true],
    ['ticket.answered', true],
    ['ticket.turned', false],
    ['comment.added', false],
    ['comment.added', false],
  ])
  expect(entries[2]).toMatchObject({ ticketId: id, actorId: helpdesk.id, at: entries[4]?.at })
  for (const [reader, lines] of [
    [ana, 4],
    [helpdesk, 5],
  ] as const)
    expect((await reader.get<HistoryEntry[]>(`/api/tickets/${id}/history`)).body).toHaveLength(lines)
})

test('signing in, failing to sign in and signing out are in the log, without the password', async () => {
  const since = Number((await headOf()).position)
  const { email, id } = await desk.person('client')
  const caller = await desk.signIn(email)
  await desk.nobody.post('/api/auth/login', { email, password: 'very wrong' })
  await caller.post('/api/auth/logout')
  const entries = await listEntriesAfter(desk.database.db, since, 100)
  expect(entries.map(({ type, subjectId, ip }) => [type, subjectId, ip])).toEqual([
    ['user.created', id, null],
    ['auth.signed_in', id, '127.0.0.1'],
    ['auth.sign_in_failed', id, '127.0.0.1'],
    ['auth.signed_out', id, '127.0.0.1'],
  ])
  expect(JSON.stringify(entries)).not.toMatch(/correct horse|very wrong|argon2/)
})

test('a refused change writes no event', async () => {
  const { id } = await aTicket(ana)
  const before = await headOf()
  await ana.put(`/api/tickets/${id}`, { status: 'closed' })
  await helpdesk.put(`/api/tickets/${id}`, { assignedToId: ana.id })
  await helpdesk.put(`/api/tickets/${id}`, { status: 'closed' }, { 'if-match': '"99"' })
  await ana.post('/api/tickets', {})
  expect(await headOf()).toEqual(before)
})

test('forty who write at once leave positions without a gap, and a follower misses none', async () => {
  const since = Number((await headOf()).position)
  const tickets = await Promise.all(Array.from({ length: 8 }, () => aTicket(ana)))
  const heard: number[] = []
  const writing = new AbortController()
  // A follower of the log asks for all events after the last position it has seen.
  const follow = (async () => {
    let last = since
    do {
      const entries = await listEntriesAfter(desk.database.db, last, 500)
      heard.push(...entries.map(({ position }) => position))
      last = heard.at(-1) ?? last
      // The embedded database answers without ever leaving this thread: a reader that never rests would stop all else.
      await new Promise((resolve) => setTimeout(resolve, 1))
    } while (!writing.signal.aborted)
    heard.push(...(await listEntriesAfter(desk.database.db, last, 500)).map(({ position }) => position))
  })()
  await Promise.all(
    Array.from({ length: 40 }, async (_, writer) => {
      const { id } = tickets[writer % 8]!
      for (let turn = 0; turn < 3; turn++)
        await (turn === 1
          ? aTicket(ana)
          : aComment(writer % 2 ? helpdesk : ana, id, 'Parallel', writer % 2 === 1))
    }),
  )
  writing.abort()
  await follow
  const { position } = await headOf()
  const every = Array.from({ length: Number(position) - since }, (_, place) => since + 1 + place)
  expect(heard).toEqual(every)
  expect(every.length).toBe(8 + 120)

  const { rows } = await desk.database.pool.query<{ public_position: string }>(
    'select public_position from events where public_position is not null order by public_position',
  )
  expect(rows.map((row) => Number(row.public_position))).toEqual(rows.map((_, place) => place + 1))
})

async function countListening(): Promise<number> {
  const { rows } = await desk.database.pool.query(
    "select pid from pg_stat_activity where application_name = 'signalbox listen' and datname = current_database()",
  )
  return rows.length
}

// The embedded database lives inside one process: it has no second node.
test.skipIf(isEmbedded)('a change on one server reaches a person on another within a second', async () => {
  const other = await startApp({ database: desk.database })
  const base = await other.listen()
  const socket = await joined(base, helpdesk)
  const { id } = await aTicket(ana)
  const told = socket.hears(({ ticket }) => ticket?.id === id)
  expect(await withinASecond(told)).toMatchObject({ type: 'ticket:update' })
  const { rows } = await desk.database.pool.query(
    "select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'signalbox listen' and datname = current_database()",
  )
  expect(rows.length).toBe(2)
  const second = await aTicket(ana)
  // The line was cut: it is found again, and what was written meanwhile with it.
  await socket.hears(({ ticket }) => ticket?.id === second.id)
  await expect.poll(countListening).toBe(2)
  const third = await aTicket(ana)
  const toldAgain = socket.hears(({ ticket }) => ticket?.id === third.id)
  expect(await withinASecond(toldAgain)).toMatchObject({ type: 'ticket:update' })
  await socket.close()
  await other.close()
})
