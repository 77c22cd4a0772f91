import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { ticketInput } from '#test/factories.ts'
import { freePort } from '#test/processes/free-port.ts'
import { startCollector, type Collector, type ReceivedSpan } from '#test/services/otlp.ts'
import { makeServerHome, type ServerHome } from '#test/processes/server-home.ts'
import { receivedBy, settingsFor, startSmtp, type Smtp } from '#test/services/smtp.ts'
import { visit, type Visitor } from '#test/processes/visitor.ts'

let home: ServerHome
let smtp: Smtp
let collector: Collector
let root: Visitor | undefined

beforeAll(async () => {
  home = await makeServerHome()
  smtp = await startSmtp()
})
beforeEach(async () => {
  collector = await startCollector()
})
afterEach(async () => {
  await root?.server.end('SIGKILL')
  root = undefined
  await collector.close()
})
afterAll(async () => {
  await smtp.close()
  await home.remove()
})

async function start(env: Record<string, string>): Promise<Visitor> {
  root = await visit({ ...home.env, REGISTRATION: 'open', ...env })
  return root
}

const trace = { id: '0af7651916cd43dd8448eb211c80319c', parent: 'b7ad6b7169203331' }
const ofTrace = (traceId: string) => collector.spans.filter((span) => span.traceId === traceId)
/** @returns the span that answered this request */
const spanOf = ({ headers }: Response) =>
  collector.spans.find(
    ({ attributes }) =>
      attributes['http.response.header.x-request-id']?.toString() === headers.get('x-request-id'),
  )
const named = (spans: readonly ReceivedSpan[], name: string | RegExp) =>
  spans.filter((span) => (typeof name === 'string' ? span.name === name : name.test(span.name)))

/** Registers somebody from the desk. @returns their id */
async function register(by: Visitor, email: string): Promise<string> {
  const person = { firstName: 'Zoraida', lastName: 'Quellwasser', role: 'helpdesk', email }
  const answer = await by.send('POST', '/api/auth/register', { ...person, password: 'correct horse' })
  expect(answer.status).toBe(201)
  return ((await answer.json()) as { id: string }).id
}

test('a collector gets each request and its mail as traces with their statements, and nothing about people', async () => {
  const desk = await start({
    OTEL_EXPORTER_OTLP_ENDPOINT: `${collector.url}/`,
    OTEL_EXPORTER_OTLP_HEADERS: 'x-api-key=a%20key,x-other=2',
    OTEL_RESOURCE_ATTRIBUTES: 'deployment.environment.name=test,service.name=overruled',
    OTEL_SERVICE_NAME: 'desk',
    LOG_LEVEL: 'info',
  })
  expect((await desk.send('PUT', '/api/admin/email-settings', settingsFor(smtp))).status).toBe(200)
  const email = 'zoraida@example.com'
  const assignedToId = await register(desk, email)
  const list = await desk.send('GET', '/api/tickets?search=Geheimwort')
  const made = await desk.send('POST', '/api/tickets', ticketInput({ subject: 'Zwiebelfisch' }))
  const { id } = (await made.json()) as { id: string }
  const assigned = await desk.send('PUT', `/api/tickets/${id}`, { assignedToId })
  const missing = await desk.send('GET', '/api/tickets/0190b5c0-0000-7000-8000-000000000000')
  expect([list, made, assigned, missing].map(({ status }) => status)).toEqual([200, 201, 200, 404])
  await expect.poll(() => receivedBy(smtp, email).length, { timeout: 30_000 }).toBeGreaterThan(0)
  expect(await (await desk.send('GET', '/api/tickets')).json()).toMatchObject({ total: 1 })
  // A stop sends what is left.
  const { code, output } = await desk.server.end('SIGTERM')
  expect(code).toBe(0)

  expect(collector.headers[0]).toMatchObject({ 'x-api-key': 'a key', 'x-other': '2' })
  const listed = spanOf(list)
  expect(listed).toMatchObject({
    name: 'GET /api/tickets',
    kind: 'server',
    parentId: '',
    hasFailed: false,
    attributes: {
      'http.request.method': 'GET',
      'http.route': '/api/tickets',
      'http.response.status_code': 200,
      'url.scheme': 'http',
    },
    resource: {
      'service.name': 'desk',
      'service.version': expect.any(String),
      'deployment.environment.name': 'test',
      'telemetry.sdk.language': 'nodejs',
    },
  })
  const statements = ofTrace(listed!.traceId).filter(({ id }) => id !== listed?.id)
  expect(statements.length).toBeGreaterThan(1)
  for (const one of statements)
    expect(one).toMatchObject({
      kind: 'client',
      parentId: listed?.id,
      attributes: { 'db.system.name': 'postgresql', 'db.operation.name': one.name.split(' ')[0] },
    })
  expect(named(statements, 'select tickets').length).toBeGreaterThan(0)

  const creation = spanOf(made)!
  expect(creation.name).toBe('POST /api/tickets')
  const writes = ofTrace(creation.traceId)
  expect(named(writes, 'insert tickets')).toHaveLength(1)
  expect(named(writes, 'commit')).toHaveLength(1)
  // Work that it has set off has traces of its own, which name it.
  const followed = named(collector.spans, /^follow /).filter(({ links }) =>
    links.some(({ traceId }) => traceId === creation.traceId),
  )
  expect(followed.length).toBeGreaterThan(0)
  expect(followed.map(({ parentId }) => parentId)).toEqual(followed.map(() => ''))
  expect(spanOf(missing)).toMatchObject({
    name: 'GET /api/tickets/:id',
    hasFailed: false,
    attributes: { 'http.response.status_code': 404 },
  })

  const [delivery] = named(collector.spans, 'send mail').filter(({ kind }) => kind === 'internal')
  const [letter] = named(ofTrace(delivery!.traceId), 'send mail').filter(({ kind }) => kind === 'client')
  expect(letter).toMatchObject({
    parentId: delivery?.id,
    attributes: { 'network.protocol.name': 'smtp', 'server.port': smtp.port },
  })

  const lines = output
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line) as Record<string, unknown>)
  const answered = lines.filter(
    ({ msg, requestId }) => msg === 'answered' && requestId === made.headers.get('x-request-id'),
  )
  expect(answered).toMatchObject([{ trace_id: creation.traceId, span_id: creation.id }])

  const everything = Buffer.concat(collector.bytes).toString('latin1')
  const people = ['Zoraida', 'Quellwasser', 'zoraida@', 'root@example.com', 'Geheimwort', 'Zwiebelfisch']
  for (const text of [...people, 'correct horse', id, assignedToId]) expect(everything).not.toContain(text)
})

test('a request that says which trace it belongs to becomes a part of it, unless the sampler wants none of that', async () => {
  const call = (desk: Visitor, flags: string) =>
    desk.server.url().then((url) =>
      fetch(`${url}/api/products`, {
        headers: { traceparent: `00-${trace.id}-${trace.parent}-${flags}` },
      }),
    )
  let desk = await start({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url })
  const [wanted, unwanted] = [await call(desk, '01'), await call(desk, '00')]
  const unreadable = await fetch(`${await desk.server.url()}/api/products`, {
    headers: { traceparent: `00-${trace.id}-none-01` },
  })
  await desk.server.end('SIGTERM')
  expect(spanOf(wanted)).toMatchObject({ traceId: trace.id, parentId: trace.parent })
  expect(spanOf(unwanted)).toBeUndefined()
  expect(spanOf(unreadable)).toMatchObject({ parentId: '' })
  expect(spanOf(unreadable)?.traceId).not.toBe(trace.id)

  const before = collector.spans.length
  desk = await start({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_TRACES_SAMPLER: 'always_off' })
  await call(desk, '01')
  await desk.server.end('SIGTERM')
  expect(collector.spans).toHaveLength(before)
})

test('without a collector that answers people wait for nothing, and neither does a stop', async () => {
  const silent = await startCollector({ answers: false })
  try {
    for (const endpoint of [`http://127.0.0.1:${await freePort()}`, silent.url]) {
      const desk = await start({ OTEL_EXPORTER_OTLP_ENDPOINT: endpoint, LOG_LEVEL: 'warn' })
      for (let count = 0; count < 100; count++)
        expect((await desk.send('GET', '/api/tickets')).status).toBe(200)
      const { code, output } = await desk.server.end('SIGTERM')
      expect(code).toBe(0)
      expect(output).not.toContain('unhandled')
    }
    expect(silent.spans.length).toBeGreaterThan(0)
  } finally {
    await silent.close()
  }
})

test('without the variable nothing of it is loaded and nothing is sent', async () => {
  const loaded = async (env: Record<string, string>) => {
    const probe = new URL('../support/probes/loaded-probe.mjs', import.meta.url).href
    const desk = await start({ ...env, NODE_OPTIONS: `--import=${probe}` })
    await desk.send('GET', '/api/tickets')
    const { output } = await desk.server.end('SIGTERM')
    return output.includes('loads @opentelemetry/')
  }
  expect(await loaded({ OTEL_EXPORTER_OTLP_ENDPOINT: collector.url })).toBe(true)
  const before = collector.bytes.length
  expect(before).toBeGreaterThan(0)
  expect(await loaded({ OTEL_TRACES_SAMPLER: 'always_on', OTEL_SERVICE_NAME: 'desk' })).toBe(false)
  const off = { OTEL_EXPORTER_OTLP_ENDPOINT: collector.url, OTEL_SDK_DISABLED: 'true' }
  expect(await loaded(off)).toBe(false)
  expect(collector.bytes).toHaveLength(before)
})
