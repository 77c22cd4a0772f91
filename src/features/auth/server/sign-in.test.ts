import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { Caller, password, startApp, type TestApp } from '#test/harness.ts'

let desk: TestApp
beforeAll(async () => {
  desk = await startApp()
})
afterAll(() => desk.close())

const signIn = (email: string, withPassword = password, by = desk.nobody) =>
  by.post('/api/auth/login', { email, password: withPassword })
const cookieOf = (answer: { headers: Record<string, unknown> }) => String(answer.headers['set-cookie'])
const me = (cookie: string) => new Caller(desk.app, cookie.split(';')[0]).get('/api/auth/user')

test('whoever signs in learns who they are, in the stated fields and no others', async () => {
  const { email, id } = await desk.person('helpdesk', { companyName: 'Acme', mobileNumber: '+491701234567' })
  const { status, body, headers } = await signIn(email)
  expect(status).toBe(200)
  const fields = [
    'companyName',
    'email',
    'firstName',
    'id',
    'lastName',
    'mobileNumber',
    'profileImageUrl',
    'role',
  ]
  expect(Object.keys(body).sort()).toEqual(fields)
  expect(body).toMatchObject({
    id,
    email,
    role: 'helpdesk',
    companyName: 'Acme',
    mobileNumber: '+491701234567',
  })
  expect((await me(cookieOf({ headers }))).body).toEqual(body)
  expect(JSON.stringify(body)).not.toContain('argon2')
})

test('the address may be spelt in any case and with space around it', async () => {
  const { email } = await desk.person('client')
  expect((await signIn(`  ${email.toUpperCase()}\t`)).status).toBe(200)
})

describe('a wrong password, an unknown address and a deactivated account', () => {
  let known = ''
  let gone = ''
  beforeAll(async () => {
    known = (await desk.person('client')).email
    gone = (await desk.person('client')).email
    await desk.database.pool.query('update users set is_active = false where email = $1', [gone])
  })

  test('have one answer', async () => {
    for (const [email, withPassword] of [
      [known, 'wrong'],
      ['nobody@example.com', password],
      [gone, password],
      ['no address', 'x'],
      ['\ud800@example.com', 'x'],
    ] as const) {
      const { status, body, headers } = await signIn(email, withPassword)
      expect([email, status, body]).toEqual([email, 401, { message: 'Invalid email or password' }])
      expect(headers['set-cookie']).toBeUndefined()
    }
  })

  test('take about the same time', async () => {
    const at = await startApp({
      database: desk.database,
      settings: { LOGIN_FAILURES_PER_15_MINUTES: 1_000_000 },
    })
    const least = new Map([known, 'unknown@example.com', gone].map((email) => [email, Infinity]))
    // In turns, and the least of each: what else this machine does must not decide.
    for (let turn = 0; turn < 12; turn++)
      for (const [email, before] of least) {
        const begun = performance.now()
        await signIn(email, 'wrong', at.nobody)
        least.set(email, Math.min(before, performance.now() - begun))
      }
    const [ofKnown = 0, ofUnknown = 0, ofGone = 0] = least.values()
    await at.close()
    // Without the comparison an unknown address would be answered in a tenth of the time.
    expect(ofUnknown / ofKnown).toBeGreaterThan(0.4)
    expect(ofGone / ofKnown).toBeGreaterThan(0.4)
  })
})

describe('the cookie', () => {
  test('cannot be read by a script nor sent by another site, and lasts seven days', async () => {
    const { email } = await desk.person('client')
    const cookie = cookieOf(await signIn(email))
    expect(cookie).toMatch(/^sid=[\w-]{43};/)
    for (const flag of ['HttpOnly', 'SameSite=Lax', 'Path=/', 'Max-Age=604800'])
      expect(cookie).toContain(flag)
    expect(cookie).not.toContain('Domain')
    expect(cookie).not.toContain('Secure')
  })

  test('over https is bound to it', async () => {
    const at = await startApp({
      database: desk.database,
      settings: { PUBLIC_URL: 'https://desk.example.com' },
    })
    const { email } = await desk.person('client')
    const answer = await signIn(email, password, at.nobody)
    expect(cookieOf(answer)).toMatch(/^__Host-sid=.*; Secure/)
    expect(answer.headers['strict-transport-security']).toBeDefined()
    await at.close()
  })

  test('is not in the database, only its hash', async () => {
    const { email, id } = await desk.person('client')
    const token = /sid=([^;]+)/.exec(cookieOf(await signIn(email)))![1]!
    const { rows } = await desk.database.pool.query<{ sid: string }>(
      'select * from sessions where user_id = $1',
      [id],
    )
    expect(JSON.stringify(rows)).not.toContain(token)
  })

  test('is a new one at each sign-in, and the old one of this browser is worth nothing', async () => {
    const { email } = await desk.person('client')
    const first = cookieOf(await signIn(email))
    const second = cookieOf(await signIn(email, password, new Caller(desk.app, first.split(';')[0])))
    expect(second).not.toBe(first)
    expect((await me(first)).status).toBe(401)
    expect((await me(second)).status).toBe(200)
  })

  test('that somebody made up opens nothing', async () => {
    for (const cookie of ['sid=', 'sid=x', `sid=${'A'.repeat(43)}`, "sid=' or 1=1 --"])
      expect((await me(cookie)).status).toBe(401)
  })
})

describe('too many failed sign-ins', () => {
  const failures = 3
  let at: TestApp
  beforeAll(async () => {
    at = await startApp({ database: desk.database, settings: { LOGIN_FAILURES_PER_15_MINUTES: failures } })
  })
  beforeEach(() => desk.database.pool.query('delete from rate_limits'))
  afterAll(() => at.close())
  const fail = (email: string) => signIn(email, 'wrong', at.nobody)

  test('have to wait, even with the right password, and are told how long', async () => {
    const { email } = await desk.person('client')
    for (let turn = 0; turn < failures; turn++) expect((await fail(email)).status).toBe(401)
    for (const withPassword of ['wrong', password]) {
      const { status, body, headers } = await signIn(email, withPassword, at.nobody)
      expect([status, body.message]).toEqual([429, expect.stringContaining('Too many')])
      expect(Number(headers['retry-after'])).toBeGreaterThan(60)
    }
    const other = await desk.person('client')
    expect((await signIn(other.email, password, at.nobody)).status).toBe(200)
  })

  test('are forgotten after a success', async () => {
    const { email } = await desk.person('client')
    for (let round = 0; round < 3; round++) {
      for (let turn = 0; turn < failures - 1; turn++) expect((await fail(email)).status).toBe(401)
      expect((await signIn(email, password, at.nobody)).status).toBe(200)
    }
  })

  test('do not count sign-ins that succeed', async () => {
    const { email } = await desk.person('client')
    for (let turn = 0; turn < failures * 4; turn++)
      expect((await signIn(email, password, at.nobody)).status).toBe(200)
  })

  test('of one account at once are not more chances, and right ones at once all succeed', async () => {
    const { email } = await desk.person('client')
    const guesses = await Promise.all(Array.from({ length: 12 }, () => fail(email)))
    expect(guesses.filter(({ status }) => status === 401)).toHaveLength(failures)
    const other = await desk.person('client')
    const right = await Promise.all(
      Array.from({ length: 12 }, () => signIn(other.email, password, at.nobody)),
    )
    expect(right.map(({ status }) => status)).toEqual(Array(12).fill(200))
  })

  test('for many accounts from one address have to wait, too', async () => {
    const from = (address: string, email: string) =>
      at.app.inject({
        method: 'POST',
        url: '/api/auth/login',
        remoteAddress: address,
        payload: { email, password: 'wrong' },
      })
    for (let turn = 0; turn < failures * 10; turn++)
      expect((await from('203.0.113.5', `many${turn}@example.com`)).statusCode).toBe(401)
    expect((await from('203.0.113.5', 'one-more@example.com')).statusCode).toBe(429)
    expect((await from('203.0.113.6', 'one-more@example.com')).statusCode).toBe(401)
  })
})

test('a person who writes faster than people do is asked to wait', async () => {
  const at = await startApp({ database: desk.database, settings: { WRITES_PER_MINUTE: 5 } })
  const busy = await at.signedIn('client')
  const statuses = []
  for (let turn = 0; turn < 7; turn++) statuses.push((await busy.post('/api/tickets', {})).status)
  expect(statuses).toEqual([400, 400, 400, 400, 400, 429, 429])
  expect((await busy.get('/api/tickets')).status).toBe(200)
  await at.close()
})
