import pino from 'pino'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { openTestDatabase, type TestDatabase } from '#test/database.ts'
import { ticketInput } from '#test/factories.ts'
import { startApp, type Caller, type TestApp } from '#test/harness.ts'

let database: TestDatabase
let desk: TestApp
let base: string
let ana: Caller
let lines: string[]

beforeEach(async () => {
  database = await openTestDatabase({ callsWaiting: mayWait, lentWithinMs: 120_000 })
  lines = []
  desk = await startApp({
    database,
    logger: pino({ level: 'warn' }, { write: (line) => lines.push(line) }),
    settings: { LOAD_SHEDDING: 'on' },
    // A busy test machine is not what is meant here.
    impatience: { loopDelayMs: 60_000 },
  })
  base = await desk.listen()
  ana = await desk.signedIn('helpdesk')
})
afterEach(async () => {
  await desk.close()
  await database.close()
})

const ask = (path = '/api/tickets', signal?: AbortSignal) =>
  fetch(`${base}${path}`, { headers: { cookie: ana.cookie }, ...(signal && { signal }) })

const isShared = process.env.TEST_DATABASE === 'postgres'
const connections = isShared ? 10 : 1
const mayWait = 5

/** Lends out every connection there is, and gives them back after the job. */
async function whileNoneIsFree<T>(job: () => Promise<T>): Promise<T> {
  const lent = await Promise.all(Array.from({ length: connections }, () => desk.database.pool.connect()))
  try {
    return await job()
  } finally {
    for (const client of lent) client.release()
  }
}

const untilWaiting = async (count: number) => {
  while (desk.database.pool.waitingCount < count) await new Promise((resolve) => setTimeout(resolve, 2))
}

test('calls are refused while the heap is nearly full, and /healthz still answers', async () => {
  const full = await startApp({
    database,
    settings: { LOAD_SHEDDING: 'on' },
    impatience: { loopDelayMs: 60_000, shareOfHeap: 0.000_1 },
  })
  const url = await full.listen()
  await expect.poll(async () => (await fetch(`${url}/api/auth/options`)).status).toBe(503)
  expect((await fetch(`${url}/healthz`)).status).toBe(200)
  await full.close()
})

test('calls that would wait behind too many are answered 503, and the others are served', async () => {
  const tooMany = 3
  const refused: Response[] = []
  const asked = await whileNoneIsFree(async () => {
    const asking = Array.from({ length: mayWait + tooMany }, async () => {
      const answer = await ask()
      if (answer.status === 503) refused.push(answer)
      return answer.status
    })
    await vi.waitFor(() => expect(refused.length).toBeGreaterThanOrEqual(tooMany), 60_000)
    expect((await ask('/healthz')).status).toBe(200)
    // Not themselves: a promise that is returned is waited for.
    return { asking }
  })
  expect(refused[0]?.headers.get('retry-after')).toBe('2')
  expect(await refused[0]?.json()).toEqual({
    message: 'The service is busy. Please try again in a moment.',
    requestId: expect.any(String),
  })
  expect(lines.join('')).toContain('refused, for the service is busy')
  expect(lines.filter((line) => line.includes('"level":50'))).toEqual([])
  // Work for a call that was answered counts as a call that waits.
  expect((await Promise.all(asked.asking)).filter((status) => status === 200).length).toBeGreaterThan(1)
})

test('nothing is done for callers who hung up while they waited', async () => {
  await whileNoneIsFree(async () => {
    const hangUp = new AbortController()
    const waiting = Array.from({ length: mayWait - 2 }, () =>
      fetch(`${base}/api/tickets`, {
        method: 'POST',
        headers: { cookie: ana.cookie, 'content-type': 'application/json' },
        body: JSON.stringify(ticketInput()),
        signal: hangUp.signal,
      }).catch(() => 'hung up'),
    )
    await untilWaiting(mayWait - 2)
    hangUp.abort()
    expect(new Set(await Promise.all(waiting))).toEqual(new Set(['hung up']))
    while ((await connected()) > 0) await new Promise((resolve) => setTimeout(resolve, 2))
  })
  // Callers who have hung up are dropped one after another.
  let answer = await ask()
  while (answer.status === 503) answer = await ask()
  expect(await answer.json()).toMatchObject({ total: 0 })
})

// Its database works on the thread of the server.
test.skipIf(isShared)('a call of /healthz does not wait for those who read', async () => {
  const calm = await startApp()
  try {
    const address = await calm.listen()
    const { cookie } = await calm.signedIn('helpdesk')
    const answered: string[] = []
    const note = async (path: string) => {
      expect((await fetch(address + path, { headers: { cookie } })).status).toBe(200)
      answered.push(path)
    }
    const readers = Array.from({ length: 40 })
    // Connections are there: to open them takes this thread longer than to answer.
    await Promise.all([...readers, undefined].map(() => fetch(`${address}/healthz`)))
    await Promise.all([...readers.map(() => note('/api/tickets')), note('/healthz')])
    expect(answered.indexOf('/healthz')).toBeLessThan(20)
  } finally {
    await calm.close()
  }
})

const connected = () =>
  new Promise<number>((resolve, reject) =>
    desk.app.server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
  )

test('a call that has waited too long for a connection to the database is asked to come again', async () => {
  const impatient = await openTestDatabase({ lentWithinMs: 1500 })
  const other = await startApp({ database: impatient })
  const lent = await Promise.all(Array.from({ length: connections }, () => impatient.pool.connect()))
  const answer = await other.nobody.post('/api/auth/login', { email: 'ana@example.com', password: 'secret' })
  expect([answer.status, answer.headers['retry-after']]).toEqual([503, '2'])
  for (const client of lent) client.release()
  expect((await other.nobody.get('/api/auth/options')).status).toBe(200)
  await other.close()
  await impatient.close()
})
