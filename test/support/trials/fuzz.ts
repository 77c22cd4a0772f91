import fc from 'fast-check'
import type { Endpoint } from '#platform/contract/endpoint.ts'
import { startApp, type TestApp } from '#test/harness.ts'
import { bodyOf, keyOf, urlOf, type Ids } from '#test/samples.ts'
import { someThings } from '#test/things.ts'

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
const bodyFor = (endpoint: Endpoint, ids: Ids) => {
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

const callTo = (endpoint: Endpoint, ids: Ids) =>
  fc.record({
    endpoint: fc.constant(endpoint),
    caller: fc.nat(3),
    id: fc.option(segment, { freq: 3 }),
    query: queryFor(endpoint),
    body: bodyFor(endpoint, ids),
    key: fc.option(fc.stringMatching(/^[ -~]{1,40}$/)),
    match: fc.option(fc.oneof(fc.constantFrom('"1"', '"2"'), fc.stringMatching(/^[ -~]{0,10}$/))),
  })

type Call = ReturnType<typeof callTo> extends fc.Arbitrary<infer T> ? T : never

interface Outcome {
  /** Counts the answers of each status. */
  statuses: Map<number, number>
  /** Answers by a defect. */
  broken: unknown[]
}

const atOnce = 20
const madeAtOnce = 1000

async function callAll(desk: TestApp, count: number, seed: number): Promise<Outcome> {
  const root = await desk.signedIn('super_user')
  const callers = [root, root, await desk.signedIn('client'), desk.nobody]
  const ids = await someThings(desk, root)
  // A caller who signs out has nothing more to say.
  const endpoints = desk.served.filter(({ path }) => !path.endsWith('/logout'))
  const anyCall = fc.oneof(...endpoints.map((endpoint) => callTo(endpoint, ids)))
  const outcome: Outcome = { statuses: new Map(), broken: [] }

  async function call({ endpoint, caller, id, query, body, key, match }: Call) {
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
    outcome.statuses.set(status, (outcome.statuses.get(status) ?? 0) + 1)
    // 501: what this server has no use for.
    if (status >= 500 && status !== 501)
      outcome.broken.push({ seed, call: keyOf(endpoint), path, query, body, status })
  }

  for (let made = 0; made < count; made += madeAtOnce) {
    const calls = fc.sample(anyCall, { numRuns: Math.min(madeAtOnce, count - made), seed: seed + made })
    for (let from = 0; from < calls.length; from += atOnce)
      await Promise.all(calls.slice(from, from + atOnce).map(call))
  }
  return outcome
}

/**
 * Starts a server and sends it random calls, most of them nearly sound.
 * @param seed the same has the same calls made again
 * @returns what it answered, once it has said that it is still healthy
 */
export async function sendRandomCalls(count: number, seed: number): Promise<Outcome> {
  const desk = await startApp({ settings: { LOGIN_FAILURES_PER_15_MINUTES: 1_000_000 } })
  try {
    const outcome = await callAll(desk, count, seed)
    const { status } = await desk.nobody.get('/healthz')
    if (status !== 200) throw new Error(`after the calls of seed ${seed}, /healthz answered ${status}`)
    return outcome
  } finally {
    await desk.close()
  }
}
