import parsePrometheus from 'parse-prometheus-text-format'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { queueDelivery } from '#features/deliveries/server/service.ts'
import { notificationMail } from '#features/notifications/server/deliveries.ts'
import { readEnv } from '#platform/server/process/env.ts'
import { openTestDatabase, type TestDatabase } from '#test/database.ts'
import { aTicket } from '#test/factories.ts'
import { startApp, type Caller, type TestApp } from '#test/harness.ts'
import { joined } from '#test/socket.ts'
import { deliveries } from '#tables/deliveries.ts'

const token = 'a token of some length'
const bearer = { authorization: `Bearer ${token}` }

let database: TestDatabase
let desk: TestApp
let root: Caller
let url: string
let ahead = 0
beforeAll(async () => {
  const read = performance.now.bind(performance)
  vi.spyOn(performance, 'now').mockImplementation(() => read() + ahead)
  database = await openTestDatabase()
  desk = await startApp({ database, settings: { METRICS_TOKEN: token } })
  root = await desk.signedIn('super_user', { lastName: 'Unmistakable' })
  url = await desk.listen()
})
const leave: (() => Promise<unknown>)[] = []
afterEach(async () => {
  for (const one of leave.splice(0).toReversed()) await one()
})
afterAll(async () => {
  vi.mocked(performance.now).mockRestore()
  await desk.close()
  await database.close()
})

const scrape = (headers: Record<string, string> = bearer) => fetch(`${url}/metrics`, { headers })

/** Reads the families of a scrape, by name. The parser adds up the series of a histogram, so each is read as a number of its own. */
async function families() {
  const answer = await scrape()
  expect(answer.status).toBe(200)
  expect(answer.headers.get('content-type')).toContain('text/plain; version=0.0.4')
  const text = await answer.text()
  expect(parsePrometheus(text).some(({ type }) => type === 'HISTOGRAM')).toBe(true)
  const plain = parsePrometheus(text.replaceAll(/^# TYPE \S+ histogram$/gm, ''))
  return Map.groupBy(
    plain.flatMap(({ name, metrics }) => metrics.map((metric) => ({ name, ...metric }))),
    ({ name }) => name,
  )
}

/** The value of one series. */
async function valueOf(name: string, labels: Record<string, string> = {}): Promise<number | undefined> {
  const isMeant = (of: Record<string, string> = {}) =>
    Object.entries(labels).every(([label, value]) => of[label] === value)
  const found = (await families()).get(`signalbox_${name}`)?.find((one) => isMeant(one.labels))
  return found && Number(found.value)
}

/** Lets the five seconds pass for which a reading is kept. */
const letPass = () => void (ahead += 5100)
const untilValue = (name: string, labels: Record<string, string>, value: number) =>
  expect
    .poll(() => {
      letPass()
      return valueOf(name, labels)
    })
    .toBe(value)

test('without an address range and a token nobody finds metrics', async () => {
  const plain = await startApp({ database })
  leave.push(() => plain.close())
  expect((await plain.nobody.get('/metrics', bearer)).status).toBe(404)
})

test('the moment and the size of the last backup are told', async () => {
  expect(await valueOf('backup_last_timestamp_seconds')).toBe(0)
  leave.push(() => database.pool.query('delete from last_backup'))
  await database.pool.query(
    `insert into last_backup (made_at, bytes, file, machine) values (to_timestamp(1700000000), 4321, '/b', 'm')`,
  )
  await untilValue('backup_last_timestamp_seconds', {}, 1_700_000_000)
  expect(await valueOf('backup_last_bytes')).toBe(4321)
})

test('metrics are read by a token, and by no other word', async () => {
  expect((await scrape()).status).toBe(200)
  for (const authorization of ['', token, 'Bearer', `Bearer ${token}x`, `Bearer ${token.slice(1)}`]) {
    const refused = await scrape({ authorization })
    expect([authorization, refused.status, refused.headers.get('www-authenticate')]).toEqual([
      authorization,
      401,
      'Bearer',
    ])
    expect(await refused.text()).not.toContain('signalbox_')
  }
  const { status } = await root.get('/metrics')
  expect(status).toBe(401)
})

test('metrics are read from the addresses that are named, as the trusted proxy tells them', async () => {
  const near = await startApp({
    database,
    settings: {
      METRICS_ALLOW: readEnv({ METRICS_ALLOW: '10.0.0.0/8, fd00::/8' }).METRICS_ALLOW,
      TRUST_PROXY: '127.0.0.1',
    },
  })
  leave.push(() => near.close())
  const from = async (address: string) =>
    (await near.nobody.get('/metrics', { 'x-forwarded-for': address })).status
  expect(await from('10.20.30.40')).toBe(200)
  expect(await from('::ffff:10.20.30.40')).toBe(200)
  expect(await from('fd00::17')).toBe(200)
  expect(await from('11.0.0.1')).toBe(403)
  expect(await from('fe80::1')).toBe(403)
  expect(await from('unknown')).toBe(403)
  expect((await near.nobody.get('/metrics', bearer)).status).toBe(403)
})

test('requests are counted by the pattern of their address, method and class of status', async () => {
  const { id } = await aTicket(root)
  const labels = { method: 'GET', route: '/api/tickets/:id', status: '2xx' }
  const before = (await valueOf('http_request_duration_seconds_count', labels)) ?? 0
  await root.get(`/api/tickets/${id}?a=Private`)
  await root.get('/api/tickets/nowhere')
  await root.get('/secret-page')
  expect(await valueOf('http_request_duration_seconds_count', labels)).toBe(before + 1)
  expect(await valueOf('http_request_duration_seconds_count', { ...labels, status: '4xx' })).toBe(1)
  const text = await (await scrape()).text()
  for (const word of [id, 'Private', 'secret-page', 'Unmistakable', root.id, 'example.com'])
    expect([word, text.includes(word)]).toEqual([word, false])
})

test('metrics cover the work and the queues of each part of the server', async () => {
  const found = await families()
  const all = [
    'http_request_duration_seconds_count',
    'database_connections',
    'database_waiting',
    'disk_free_bytes',
    'log_events_total',
    'log_set_aside_events',
    'follower_behind_events',
    'follower_behind_seconds',
    'live_behind_events',
    'live_behind_seconds',
    'sockets',
    'outbox_waiting',
    'outbox_oldest_seconds',
    'outbox_given_up',
    'uploads_under_way',
    'backup_last_timestamp_seconds',
    'backup_last_bytes',
  ]
  for (const name of all) expect([name, found.has(`signalbox_${name}`)]).toEqual([name, true])
  for (const name of ['process_resident_memory_bytes', 'nodejs_eventloop_lag_p99_seconds'])
    expect([name, found.has(name)]).toEqual([name, true])
  const failed = found.get('signalbox_reading_failed')?.map(({ value }) => Number(value))
  expect(failed?.length).toBeGreaterThan(5)
  expect(new Set(failed)).toEqual(new Set([0]))
  expect(await valueOf('disk_free_bytes')).toBeGreaterThan(0)
  expect(await valueOf('log_events_total')).toBeGreaterThan(0)
})

test('a socket is counted while it is open, and is no slow request afterwards', async () => {
  const socket = await joined(url, root)
  await untilValue('sockets', {}, 1)
  socket.raw.close()
  await socket.closed
  await untilValue('sockets', {}, 0)
  expect(await valueOf('http_request_duration_seconds_count', { route: '/ws' })).toBeUndefined()
})

test('a mail that waits for the mail server and one that was given up are told apart', async () => {
  const kind = notificationMail.name
  const { db } = database
  const now = Date.now()
  const one = { kind, payload: {}, createdAt: new Date(now - 3_600_000), failure: 'no answer' }
  await db.insert(deliveries).values([
    // Tried twice: due first six minutes before it is due now.
    { ...one, dueAt: new Date(now + 60_000), attempts: 2 },
    { ...one, dueAt: null, attempts: 6 },
    { ...one, dueAt: null, attempts: 6, expiresAt: new Date(now - 1000) },
    { ...one, dueAt: null, attempts: 1, failure: null, sentAt: new Date(now) },
  ])
  // One that waits for its time is not late.
  await desk.work((unit) =>
    queueDelivery(unit, { kind: notificationMail, payload: {} as never, dueAt: new Date(now + 3_600_000) }),
  )
  await untilValue('outbox_waiting', { kind }, 1)
  expect(await valueOf('outbox_given_up', { kind })).toBe(1)
  const oldest = await valueOf('outbox_oldest_seconds', { kind })
  expect(oldest).toBeGreaterThan(4.9 * 60)
  expect(oldest).toBeLessThan(7 * 60)
})

test('with a database that does not answer metrics say so, and tell the rest', async () => {
  const { pool } = database
  const held = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()))
  leave.push(async () => held.forEach((client) => client.release()))
  letPass()
  const found = await families()
  const valuesOf = (name: string) => found.get(`signalbox_${name}`) ?? []
  expect(valuesOf('reading_failed').map(({ labels, value }) => [labels?.['part'], value])).toEqual(
    expect.arrayContaining([
      ['outbox', '1'],
      ['followers', '1'],
      ['sockets', '0'],
    ]),
  )
  expect(valuesOf('outbox_waiting')).toEqual([])
  expect(valuesOf('log_events_total')).toEqual([])
  expect(valuesOf('database_connections')).toContainEqual(
    expect.objectContaining({ labels: { state: 'in_use' }, value: String(pool.options.max) }),
  )
  for (const client of held.splice(0)) client.release()
  await untilValue('reading_failed', { part: 'outbox' }, 0)
})

test('two servers in one process count each for itself', async () => {
  const other = await startApp({ database, settings: { METRICS_TOKEN: token } })
  leave.push(() => other.close())
  await root.get('/api/products')
  const { body } = await other.nobody.get<string>('/metrics', bearer)
  expect(body).not.toContain('/api/products"')
})

test('a range that is none is refused at start', () => {
  for (const METRICS_ALLOW of ['10.0.0.0/33', 'here', '10.0.0.0/8/8', '::/129', '10.0.0.0/x'])
    expect(() => readEnv({ METRICS_ALLOW })).toThrow('METRICS_ALLOW must be addresses or ranges')
  expect(() => readEnv({ METRICS_TOKEN: 'short' })).toThrow('METRICS_TOKEN must have at least 16 characters')
})
