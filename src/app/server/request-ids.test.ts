import { Writable } from 'node:stream'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { aTicket } from '#test/factories.ts'
import { startApp, type Caller, type TestApp } from '#test/harness.ts'
import { createLogger } from './logger.ts'

type Line = Record<string, unknown>
const lines: Line[] = []
const log = new Writable({
  write(chunk: Buffer, _encoding, done) {
    for (const line of chunk.toString().split('\n').filter(Boolean)) lines.push(JSON.parse(line) as Line)
    done()
  },
})

let desk: TestApp
let root: Caller
beforeAll(async () => {
  desk = await startApp({ logger: createLogger('info', log) })
  root = await desk.signedIn('super_user')
})
beforeEach(() => void lines.splice(0))
afterAll(() => desk.close())

const shape = /^[0-9A-HJKMNP-TV-Z]{8}$/

/** Does something while a table cannot be found. */
async function without(table: string, job: () => Promise<void>): Promise<void> {
  await desk.database.pool.query(`alter table ${table} rename to lost`)
  try {
    await job()
  } finally {
    await desk.database.pool.query(`alter table lost rename to ${table}`)
  }
}

test('every answer names its request by another short id, also a refusal and what is no call at all', async () => {
  const addresses = ['/api/tickets', '/api/tickets', '/api/unknown', '/healthz', '/%zz', '/readyz']
  const answers = await Promise.all(addresses.map((address) => root.get(address)))
  const refused = await desk.nobody.get('/api/tickets')
  const ids = [...answers, refused].map(({ headers }) => String(headers['x-request-id']))
  for (const id of ids) expect(id).toMatch(shape)
  expect(new Set(ids).size).toBe(ids.length)
})

test('nobody chooses the id of their request', async () => {
  const { headers } = await root.get('/healthz', { 'x-request-id': 'MINE0000', 'request-id': 'MINE0000' })
  expect(headers['x-request-id']).toMatch(shape)
  expect(headers['x-request-id']).not.toBe('MINE0000')
})

test('a fault of the server is answered with what to quote, by which the log tells the rest', async () => {
  await without('saved_answers', async () => {
    const { status, body, headers } = await root.get('/api/saved-answers')
    const id = headers['x-request-id']
    expect([status, body]).toEqual([
      500,
      { message: 'Something went wrong on our side. Please try again.', requestId: id },
    ])
    const own = lines.filter(({ requestId }) => requestId === id)
    expect(own.map(({ msg }) => msg)).toEqual(['request failed', 'answered'])
    expect(own[0]).toMatchObject({ err: { message: expect.stringContaining('saved_answers') } })
    expect(own[1]).toMatchObject({ method: 'GET', route: '/api/saved-answers', status: 500 })
  })
})

test('a call by somebody who may not make it is logged as a warning', async () => {
  const client = await desk.signedIn('client')
  const { status, headers } = await client.get('/api/users')
  expect(status).toBe(403)
  const own = () => lines.filter(({ requestId }) => requestId === headers['x-request-id'])
  await expect.poll(own).toMatchObject([{ msg: 'answered', level: 40, route: '/api/users', status: 403 }])
})

test('a client error carries no request id in its body', async () => {
  const { status, body } = await root.get('/api/tickets/unknown')
  expect([status, body]).toEqual([404, { message: 'Not found' }])
})

test('log lines of other parts of the server carry the request id, too', async () => {
  const { headers } = await root.get('/healthz', { 'x-forwarded-for': '203.0.113.7' })
  const line = lines.find(({ msg }) => String(msg).includes('TRUST_PROXY'))
  expect(line).toMatchObject({ requestId: headers['x-request-id'] })
})

test('background work that a request has triggered logs without its request id', async () => {
  await without('log_followers', async () => {
    await aTicket(root)
    const behind = () => lines.find(({ msg }) => String(msg).includes('are behind'))
    await expect.poll(behind).toBeDefined()
    expect(behind()).not.toHaveProperty('requestId')
  })
})
