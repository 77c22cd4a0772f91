import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type Caller, type TestApp } from './harness.ts'

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

test('an address of people who are not signed in is asked to wait, too', async () => {
  const cleo = await desk.signedIn('client')
  const answers = await askElevenTimes(desk.nobody, '/api/tickets')
  const statuses = answers.map(({ status }) => status)
  expect(new Set(statuses)).toEqual(new Set([401, 429]))
  expect((await desk.nobody.get('/api/tickets')).status).toBe(429)
  expect((await cleo.get('/api/tickets')).status).toBe(200)
})
