import { randomBytes } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startApp, type Caller, type TestApp } from '#test/harness.ts'

let desk: TestApp
let ana: Caller

beforeAll(async () => {
  desk = await startApp()
  ana = await desk.signedIn('client')
})
afterAll(() => desk.close())

test('a set-up code of as many characters but more bytes is refused like any wrong one', async () => {
  const setupToken = 'é'.repeat(16)
  const { status, body } = await desk.nobody.send(
    'POST',
    '/api/auth/register',
    {
      email: 'code@example.com',
      password: 'secret-enough',
      firstName: 'Co',
      lastName: 'De',
      role: 'super_user',
      setupToken,
    },
    { 'x-forwarded-for': '203.0.113.9' },
  )
  expect([status, body.role]).toEqual([201, 'client'])
})

test('a compressed body is not unpacked', async () => {
  const { statusCode } = await desk.app.inject({
    method: 'POST',
    url: '/api/auth/login',
    headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
    payload: gzipSync('{}'),
  })
  expect(statusCode).toBe(400)
})

test('an Idempotency-Key works however long the address is', async () => {
  const key = { 'idempotency-key': 'long address' }
  const ticket = { subject: 'Once', description: 'Only', customerName: 'Acme', productName: 'Portal' }
  const send = async (query: string) => {
    const { status, body } = await ana.send('POST', `/api/tickets?${query}`, ticket, key)
    expect(status).toBe(201)
    return body.id
  }
  expect(await send(randomBytes(5000).toString('base64url'))).toBe(await send('short'))
})

test('a hundred wrong passwords at once are as few chances as one after the other', async () => {
  const attempts = await Promise.all(
    Array.from({ length: 100 }, () =>
      desk.nobody.send('POST', '/api/auth/login', { email: 'guessed@example.com', password: 'wrong' }),
    ),
  )
  expect(attempts.filter(({ status }) => status === 401)).toHaveLength(10)
  expect(attempts.filter(({ status }) => status === 429)).toHaveLength(90)
})
