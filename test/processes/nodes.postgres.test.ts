import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { ticketInput } from '#test/factories.ts'
import { register, startNodes, visit, Visitor, type NodePair } from '#test/processes/node-pair.ts'
import { settingsFor, startSilence, startSmtp } from '#test/services/smtp.ts'
import { openSocket, type Socket } from '#test/socket.ts'

// Two processes on one database: the embedded one is for a single process.
let pair: NodePair
let here: string
let there: string
let root: Visitor
let outside: pg.Client
const open: Socket[] = []

beforeAll(async () => {
  pair = await startNodes()
  ;[here, there] = pair.urls
  root = await visit(here)
  outside = new pg.Client({ connectionString: pair.databaseUrl })
  await outside.connect()
})
afterEach(async () => {
  await Promise.all(open.splice(0).map((socket) => socket.close()))
})
afterAll(async () => {
  await outside?.end()
  await pair?.close()
})

async function join(node: string, who: Visitor): Promise<Socket> {
  const socket = await openSocket(node, { cookie: who.cookie, origin: node })
  open.push(socket)
  socket.send({ type: 'user:join', userId: who.id })
  await socket.hearsType('authenticated')
  return socket
}

async function aTicket(node = here): Promise<string> {
  const { status, body } = await root.send<{ id: string }>('POST', `${node}/api/tickets`, ticketInput())
  expect(status).toBe(201)
  return body.id
}

const areAlive = () => pair.nodes.map(({ child }) => child.exitCode ?? child.signalCode)

/** Resolves when `count` connections of the nodes wait for a lock. */
async function untilWaiting(count: number): Promise<number[]> {
  for (;;) {
    const { rows } = await outside.query<{ pid: number }>(
      `select pid from pg_stat_activity
         where datname = current_database() and application_name = 'signalbox' and wait_event_type = 'Lock'`,
    )
    if (rows.length >= count) return rows.map(({ pid }) => pid)
    expect(areAlive()).toEqual([null, null])
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

/** Does something while nobody else can change these tickets. */
async function whileHeld<T>(ticketIds: readonly string[], job: () => Promise<T>): Promise<T> {
  const holder = new pg.Client({ connectionString: pair.databaseUrl })
  await holder.connect()
  try {
    await holder.query('begin')
    await holder.query('select 1 from tickets where id = any($1) for update', [ticketIds])
    return await job()
  } finally {
    await holder.end()
  }
}

test('a connection that is lost in the middle of a change fails only that change', async () => {
  // Changes to one ticket wait for each other in the server.
  const ids = [await aTicket(), await aTicket(), await aTicket()]
  const change = (id: string) => root.send('PUT', `${here}/api/tickets/${id}`, { status: 'progress' })
  // More often than the pool has connections: none of them is lost for good.
  for (let turn = 0; turn < 4; turn++) {
    const answers = await whileHeld(ids, async () => {
      const changes = ids.map(change)
      for (const pid of await untilWaiting(3)) await outside.query('select pg_terminate_backend($1)', [pid])
      return Promise.all(changes)
    })
    for (const { status, body, headers } of answers) {
      expect([status, headers.get('retry-after')]).toEqual([503, '2'])
      expect(body).toEqual({
        message: 'The service is unavailable for a moment. Please try again.',
        requestId: expect.any(String),
      })
    }
  }
  expect(areAlive()).toEqual([null, null])
  expect(await Promise.all(ids.map(async (id) => (await change(id)).status))).toEqual([200, 200, 200])
})

test('a change on one server is heard by people on the other at once', async () => {
  const socket = await join(there, root)
  const id = await aTicket(here)
  expect(await socket.hears(({ ticket }) => ticket?.id === id)).toMatchObject({ own: true })
})

test('numbers that one server has counted already are never older than a change on the other', async () => {
  const numbers = async (node: string) => {
    const [list, counts, stats] = await Promise.all([
      root.send<{ total: number }>('GET', `${node}/api/tickets?status=open&limit=1`),
      root.send<{ status: Record<string, number> }>('GET', `${node}/api/tickets/counts?by=status`),
      root.send<{ openTickets: number }>('GET', `${node}/api/stats`),
    ])
    const { open = 0, progress = 0 } = counts.body.status
    return { listed: list.body.total, open, unresolved: stats.body.openTickets - progress }
  }
  const plus = (before: Awaited<ReturnType<typeof numbers>>, more: number) => ({
    listed: before.listed + more,
    open: before.open + more,
    unresolved: before.unresolved + more,
  })
  const before = await numbers(here)
  expect(await numbers(there)).toEqual(before)
  for (let round = 0; round < 5; round++) {
    const id = await aTicket(there)
    expect(await numbers(here)).toEqual(plus(before, 1))
    await root.send('PUT', `${here}/api/tickets/${id}`, { status: 'resolved' })
    expect(await numbers(there)).toEqual(before)
  }
})

test('typing and presence on one server are seen on the other, though unrelated notifications come in between', async () => {
  const colleague = await visit(here, await register(here, 'helpdesk', 'typing@example.com'))
  const id = await aTicket()
  const [watching, typing] = [await join(there, root), await join(here, colleague)]
  for (const socket of [watching, typing]) {
    socket.send({ type: 'ticket:subscribe', ticketId: id })
    await socket.hearsType('ticket:subscribed')
  }
  for (const nonsense of ['', 'nonsense', '{', 'null', '7', '{"type":"presence"}', '{"type":"upload:work"}'])
    for (const prefix of ['', randomUUID()])
      for (const channel of ['signalbox_messages', 'signalbox_log'])
        await outside.query('select pg_notify($1, $2)', [channel, prefix + nonsense])
  watching.send({ type: 'ticket:viewing', ticketId: id })
  typing.send({ type: 'ticket:viewing', ticketId: id })
  typing.send({ type: 'user:typing', ticketId: id, userId: colleague.id })
  await watching.hears(({ type, userId }) => type === 'user:typing' && userId === colleague.id)
  await watching.hears(({ people }) => people?.some((one) => one.id === colleague.id) === true)
  expect(areAlive()).toEqual([null, null])
})

test('a person who signs out on one server loses their sockets on the other', async () => {
  const leaving = await visit(here, await register(here, 'internal', 'leaving@example.com'))
  const socket = await join(there, leaving)
  expect((await leaving.send('POST', `${here}/api/auth/logout`)).status).toBe(200)
  expect(await socket.closed).toBe(4401)
})

test('failed sign-ins are counted for both servers together', async () => {
  const email = 'guessed@example.com'
  await register(here, 'client', email)
  const guess = async (node: string) =>
    (await new Visitor('', '').send('POST', `${node}/api/auth/login`, { email, password: 'wrong one' }))
      .status
  const guesses = []
  for (let turn = 0; turn < 12; turn++) guesses.push(await guess(turn % 2 ? here : there))
  expect(guesses).toEqual([...Array.from({ length: 10 }, () => 401), 429, 429])
})

test('a mail that one server was about to send when it was killed is sent by the other, and once', async () => {
  const silence = await startSilence()
  const smtp = await startSmtp()
  const forget = async (node: string, email: string) =>
    expect((await new Visitor('', '').send('POST', `${node}/api/auth/forgot`, { email })).status).toBe(200)
  const lease = async () => {
    const { rows } = await outside.query<{ attempts: number; is_held: boolean }>(
      "select attempts, due_at > now() as is_held from deliveries where kind = 'link'",
    )
    return rows
  }
  try {
    const use = await root.send('PUT', `${there}/api/admin/email-settings`, settingsFor(silence))
    expect(use.status).toBe(200)
    const first = await register(there, 'client', 'first@example.com')
    const second = await register(there, 'client', 'second@example.com')
    await forget(here, first.email)
    await vi.waitFor(async () => expect(await lease()).toEqual([{ attempts: 1, is_held: true }]), {
      timeout: 60_000,
    })
    await pair.nodes[0].end('SIGKILL')

    await outside.query('update smtp_settings set port = $1', [smtp.port])
    // While the lease of the dead one lasts nobody else takes it.
    await forget(there, second.email)
    await vi.waitFor(() => expect(smtp.received.map(({ to }) => to)).toEqual([[second.email]]), {
      timeout: 60_000,
    })
    await outside.query(`update deliveries set due_at = now() - interval '1 second' where kind = 'link'`)
    await forget(there, second.email)
    await vi.waitFor(() => expect(smtp.received).toHaveLength(3), { timeout: 60_000 })
    expect(smtp.received.map(({ to }) => to[0]).toSorted((a = '', b = '') => a.localeCompare(b))).toEqual([
      first.email,
      second.email,
      second.email,
    ])
  } finally {
    silence.close()
    await smtp.close()
  }
})
