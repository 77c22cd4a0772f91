import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Endpoint } from '#platform/contract/endpoint.ts'
import { startApp, type Caller, type TestApp } from './harness.ts'
import { bodyOf, keyOf, urlOf, type Ids } from './samples.ts'
import { someThings } from './things.ts'

let desk: TestApp
let callers: Caller[]
let ids: Ids

beforeAll(async () => {
  desk = await startApp({ settings: { LOGIN_FAILURES_PER_15_MINUTES: 1_000_000 } })
  const root = await desk.signedIn('super_user')
  callers = [root, root, await desk.signedIn('client'), desk.nobody]
  ids = await someThings(desk, root)
})
afterAll(() => desk.close())

const nasty = fc.constantFrom(
  '\ud800',
  'a\0b',
  '%',
  "';--",
  '\u202e',
  'ﷺ'.repeat(20),
  '__proto__',
  '{{7*7}}',
  '\uffff',
  'İ@EXAMPLE.com',
  '😀',
)
const value = fc.oneof(
  fc.jsonValue({ maxDepth: 3 }),
  nasty,
  fc.string({ unit: 'binary', maxLength: 300 }),
  fc.uuid(),
  fc.double(),
)

/** A sound body with some fields spoilt, or something else altogether. */
const bodyFor = (endpoint: Endpoint) => {
  const sample = bodyOf[keyOf(endpoint)]?.(ids) ?? {}
  const spoilt = Object.fromEntries(
    Object.entries(sample).map(([field, good]) => [
      field,
      fc.oneof({ weight: 3, arbitrary: fc.constant(good) }, value),
    ]),
  )
  return fc.oneof(
    { weight: 4, arbitrary: fc.record(spoilt, { requiredKeys: [] }) },
    fc.dictionary(fc.string(), value),
    value,
  )
}

const segment = fc.oneof(fc.string({ unit: 'binary', minLength: 1, maxLength: 20 }), fc.uuid(), nasty)
const encode = (text: string) => encodeURIComponent(text.toWellFormed())
const queryFor = (endpoint: Endpoint) =>
  fc
    .dictionary(
      fc.oneof(
        fc.constantFrom(...Object.keys(endpoint.query?.shape ?? { x: 1 })),
        fc.string({ maxLength: 5 }),
      ),
      segment,
      { maxKeys: 4 },
    )
    .map((parts) =>
      Object.entries(parts)
        .map(([name, part]) => `${encode(name)}=${encode(part)}`)
        .join('&'),
    )

const caseFor = (endpoint: Endpoint) =>
  fc.record({
    endpoint: fc.constant(endpoint),
    caller: fc.nat(3),
    id: fc.option(segment, { freq: 3 }),
    query: queryFor(endpoint),
    body: bodyFor(endpoint),
    key: fc.option(fc.stringMatching(/^[ -~]{1,40}$/)),
    match: fc.option(fc.stringMatching(/^[ -~]{0,10}$/)),
  })

test('two thousand random requests are answered, and none by a defect', { timeout: 120_000 }, async () => {
  const endpoints = desk.served.filter(({ path }) => path !== '/api/auth/logout')
  const cases = fc.sample(fc.oneof(...endpoints.map(caseFor)), { numRuns: 2000, seed: 20_260_101 })
  const statuses = new Map<number, number>()
  const broken: unknown[] = []
  for (let from = 0; from < cases.length; from += 20) {
    await Promise.all(
      cases.slice(from, from + 20).map(async ({ endpoint, caller, id, query, body, key, match }) => {
        const path = id === null ? urlOf(endpoint, ids) : endpoint.path.replaceAll(/:\w+/g, encode(id))
        const { status } = await callers[caller]!.send(
          endpoint.method,
          `${path}?${query}`,
          endpoint.method === 'GET' ? undefined : (JSON.stringify(body) ?? '{}'),
          {
            ...(endpoint.method !== 'GET' && { 'content-type': 'application/json' }),
            ...(key !== null && { 'idempotency-key': key }),
            ...(match !== null && { 'if-match': match }),
          },
        )
        statuses.set(status, (statuses.get(status) ?? 0) + 1)
        // 501: what this server has no use for.
        if (status >= 500 && status !== 501) broken.push({ call: keyOf(endpoint), path, query, body, status })
      }),
    )
  }
  expect(broken).toEqual([])
  // Random enough to reach every kind of answer, and sound enough to get through.
  expect([...statuses.keys()]).toEqual(expect.arrayContaining([200, 201, 400, 401, 403, 404]))
  expect((await desk.nobody.get('/healthz')).status).toBe(200)
})
