import { Readable } from 'node:stream'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { signedFor } from '#test/files.ts'
import { startApp, type Caller, type TestApp } from '#test/harness.ts'

let desk: TestApp
beforeAll(async () => {
  // Ten in ten seconds.
  desk = await startApp({ settings: { READS_PER_MINUTE: 60 } })
})
afterAll(() => desk.close())

const askElevenTimes = async (who: Caller, path: string) =>
  (await Promise.all(Array.from({ length: 11 }, () => who.get(path)))).sort(
    (one, other) => one.status - other.status,
  )

test('a person who reads without end is asked to wait, and nobody else is', async () => {
  const [ana, bo] = [await desk.signedIn('client'), await desk.signedIn('client')]
  const answers = await askElevenTimes(ana, '/api/tickets')
  expect(answers.map(({ status }) => status)).toEqual([...Array.from({ length: 10 }, () => 200), 429])
  const refused = answers.at(-1)!
  expect(refused.body).toEqual({ message: 'Too many requests in a short time. Please wait a moment.' })
  expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0)
  expect(Number(refused.headers['retry-after'])).toBeLessThanOrEqual(10)
  expect((await bo.get('/api/tickets')).status).toBe(200)
  expect((await ana.put('/api/profile', { firstName: 'Ann', lastName: 'Berg' })).status).not.toBe(429)
})

test('a person who searches lists without end is asked to wait, and one who only looks at them is not', async () => {
  const busy = await startApp()
  const [ana, bo] = [await busy.signedIn('helpdesk'), await busy.signedIn('helpdesk')]
  const statuses = new Set<number>()
  for (let turn = 0; turn < 300; turn++)
    for (const path of ['/api/tickets?search=zz', '/api/tickets/counts?search=zz'])
      statuses.add((await ana.get(path)).status)
  expect([...statuses]).toEqual([200])
  for (const path of ['/api/tickets?search=zz', '/api/tickets/counts?search=zz']) {
    const refused = await ana.get<{ message: string }>(path)
    expect([refused.status, refused.body.message]).toEqual([
      429,
      'Too many searches in a short time. Please wait a moment.',
    ])
  }
  expect((await ana.get('/api/tickets')).status).toBe(200)
  expect((await bo.get('/api/tickets?search=zz')).status).toBe(200)
  await busy.close()
})

test('the volume that clients write is limited, and that of staff is not', async () => {
  const busy = await startApp()
  const [ana, hedda] = [await busy.signedIn('client'), await busy.signedIn('helpdesk')]
  const write = (by: Caller) =>
    by.post<{ message: string }>('/api/tickets', { text: 'x'.repeat(1000 * 1024) })
  for (let turn = 0; turn < 4; turn++) expect((await write(ana)).status).toBeLessThan(429)
  const refused = await write(ana)
  expect([refused.status, refused.body.message]).toEqual([
    429,
    'You have written a lot in a short time. Please wait a while.',
  ])
  for (let turn = 0; turn < 5; turn++) expect((await write(hedda)).status).not.toBe(429)
  await busy.close()
})

test('files are no text, and a body that does not say how long it is counts by what it brings', async () => {
  const busy = await startApp()
  const ana = await busy.signedIn('client')
  const type = 'application/octet-stream'
  const file = Buffer.alloc(1024 * 1024, 'x')
  for (let turn = 0; turn < 6; turn++) {
    const { body } = await signedFor(ana, 'notes.txt', file.length)
    const path = body.url.replace(/^https?:\/\/[^/]+/, '')
    // A browser sends its cookie along.
    expect((await ana.put(path, file, { 'content-type': type })).status).toBe(200)
  }
  const streamed = (text: string) =>
    ana.post('/api/tickets', Readable.from([JSON.stringify({ text })]), {
      'content-type': 'application/json',
    })
  for (let turn = 0; turn < 6; turn++) expect((await streamed('It burns.')).status).toBe(400)
  for (let turn = 0; turn < 4; turn++) expect((await streamed('x'.repeat(1000 * 1024))).status).toBe(400)
  expect((await streamed('x'.repeat(1000 * 1024))).status).toBe(429)
  await busy.close()
})

test('an address of people who are not signed in is asked to wait, too', async () => {
  const cleo = await desk.signedIn('client')
  const answers = await askElevenTimes(desk.nobody, '/api/tickets')
  const statuses = answers.map(({ status }) => status)
  expect(new Set(statuses)).toEqual(new Set([401, 429]))
  expect((await desk.nobody.get('/api/tickets')).status).toBe(429)
  expect((await cleo.get('/api/tickets')).status).toBe(200)
})
