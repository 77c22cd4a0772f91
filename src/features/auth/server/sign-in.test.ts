import { hash, verify } from '@node-rs/argon2'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { Caller, password, startApp, type TestApp } from '#test/harness.ts'
import { processorMs } from '#test/processor-time.ts'

let desk: TestApp
beforeAll(async () => {
  desk = await startApp()
})
afterAll(() => desk.close())

const signIn = (email: string, withPassword = password, by = desk.nobody) =>
  by.post('/api/auth/login', { email, password: withPassword })
const cookieOf = (answer: { headers: Record<string, unknown> }) => String(answer.headers['set-cookie'])
const me = (cookie: string) => new Caller(desk.app, cookie.split(';')[0]).get('/api/auth/user')

test('a person who signs in learns who they are, in the stated fields and no others', async () => {
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

test('the email address may be typed in any case and with space around it', async () => {
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

  test('a wrong password, an unknown address and a deactivated account have one answer', async () => {
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

  test('a wrong password, an unknown address and a deactivated account cost the same work: one comparison of a hash', async () => {
    const dear = await hash('wrong', { memoryCost: 19_456, timeCost: 2, parallelism: 1 })
    /** The least of a few, for the process also does other things now and then. */
    const leastOf = async (work: () => Promise<unknown>) => {
      const took: number[] = []
      for (let round = 0; round < 5; round++) {
        const before = processorMs()
        await work()
        took.push(processorMs() - before)
      }
      return Math.min(...took)
    }
    const comparison = await leastOf(() => verify(dear, 'another'))
    for (const email of [known, 'unknown@example.com', gone]) {
      const least = await leastOf(() => signIn(email, 'wrong'))
      expect([email, least > 0.7 * comparison]).toEqual([email, true])
    }
  })
})

describe('the session cookie', () => {
  test('the cookie cannot be read by a script nor sent by another site, and lasts seven days', async () => {
    const { email } = await desk.person('client')
    const cookie = cookieOf(await signIn(email))
    expect(cookie).toMatch(/^sid=[\w-]{43};/)
    for (const flag of ['HttpOnly', 'SameSite=Lax', 'Path=/', 'Max-Age=604800'])
      expect(cookie).toContain(flag)
    expect(cookie).not.toContain('Domain')
    expect(cookie).not.toContain('Secure')
  })

  test('the cookie is bound to https where the server has https', async () => {
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

  test('the cookie is not in the database, only its hash', async () => {
    const { email, id } = await desk.person('client')
    const token = /sid=([^;]+)/.exec(cookieOf(await signIn(email)))![1]!
    const { rows } = await desk.database.pool.query<{ sid: string }>(
      'select * from sessions where user_id = $1',
      [id],
    )
    expect(JSON.stringify(rows)).not.toContain(token)
  })

  test('the cookie is a new one at each sign-in, and the former one of this browser is worth nothing', async () => {
    const { email } = await desk.person('client')
    const first = cookieOf(await signIn(email))
    const second = cookieOf(await signIn(email, password, new Caller(desk.app, first.split(';')[0])))
    expect(second).not.toBe(first)
    expect((await me(first)).status).toBe(401)
    expect((await me(second)).status).toBe(200)
  })

  test('a made-up cookie opens nothing', async () => {
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

  test('a person with too many failed sign-ins has to wait, even with the right password, and is told how long', async () => {
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

  test('failed sign-ins are logged at the first and at the last one that is let through', async () => {
    const { email, id } = await desk.person('client')
    for (let turn = 0; turn < failures + 2; turn++) await fail(email)
    const { rows } = await at.database.pool.query<{ data: object }>(
      "select data from events where type = 'auth.sign_in_failed' and subject_id = $1 order by position",
      [id],
    )
    expect(rows.map(({ data }) => data)).toEqual([
      { isKnownAddress: true, failures: 1 },
      { isKnownAddress: true, failures },
    ])
  })

  test('failed sign-ins are forgotten after a successful one', async () => {
    const { email } = await desk.person('client')
    for (let round = 0; round < 3; round++) {
      for (let turn = 0; turn < failures - 1; turn++) expect((await fail(email)).status).toBe(401)
      expect((await signIn(email, password, at.nobody)).status).toBe(200)
    }
  })

  test('successful sign-ins do not count as failures', async () => {
    const { email } = await desk.person('client')
    for (let turn = 0; turn < failures * 4; turn++)
      expect((await signIn(email, password, at.nobody)).status).toBe(200)
  })

  test('many failed sign-ins at once are not more chances, and right ones at once all succeed', async () => {
    const { email } = await desk.person('client')
    const guesses = await Promise.all(Array.from({ length: 12 }, () => fail(email)))
    expect(guesses.filter(({ status }) => status === 401)).toHaveLength(failures)
    const other = await desk.person('client')
    const right = await Promise.all(
      Array.from({ length: 12 }, () => signIn(other.email, password, at.nobody)),
    )
    expect(right.map(({ status }) => status)).toEqual(Array(12).fill(200))
  })

  const failFrom = async (address: string, email: string) =>
    (
      await at.app.inject({
        method: 'POST',
        url: '/api/auth/login',
        remoteAddress: address,
        payload: { email, password: 'wrong' },
      })
    ).statusCode

  test('failed sign-ins for many accounts from one address have to wait, too', async () => {
    for (let turn = 0; turn < failures * 10; turn++)
      expect(await failFrom('203.0.113.5', `many${turn}@example.com`)).toBe(401)
    expect(await failFrom('203.0.113.5', 'one-more@example.com')).toBe(429)
    expect(await failFrom('203.0.113.6', 'one-more@example.com')).toBe(401)
  })

  test('failed sign-ins for many accounts from one address at once are not more chances', async () => {
    const answers = await Promise.all(
      Array.from({ length: failures * 20 }, (_, n) => failFrom('203.0.113.5', `at-once${n}@example.com`)),
    )
    expect(answers.filter((status) => status === 401)).toHaveLength(failures * 10)
  })

  test('failed sign-ins from one IPv6 network count as one address, and ten times as many pass from one customer’s networks', async () => {
    const { email } = await desk.person('client')
    for (let turn = 0; turn < failures; turn++)
      expect(await failFrom(`2001:db8:0:1::${turn + 1}`, email)).toBe(401)
    expect(await failFrom('2001:db8:0:1:ffff::9', email)).toBe(429)
    expect(await failFrom('2001:db8:0:100::1', email)).toBe(401)
    // Three of the thirty of this customer are spent.
    const statuses = []
    for (let turn = 0; turn < failures * 10 - 2; turn++)
      statuses.push(await failFrom(`2001:db8:0:${(turn + 16).toString(16)}::1`, email))
    expect(statuses).toEqual([...Array.from({ length: failures * 10 - 3 }, () => 401), 429])
  })

  test('failed sign-ins from an IPv4 address that is written as IPv6 count for the same address', async () => {
    const { email } = await desk.person('client')
    for (let turn = 0; turn < failures; turn++) expect(await failFrom('203.0.113.5', email)).toBe(401)
    expect(await failFrom('::ffff:203.0.113.5', email)).toBe(429)
  })

  test('failed sign-ins for one account from everywhere slow it down, and never keep out the person with the password', async () => {
    const { email } = await desk.person('client')
    // The row stands for attempts from 500 addresses.
    await at.database.pool.query('insert into rate_limits (key, points, expire) values ($1, $2, $3)', [
      `login_account:${email}`,
      failures * 10 + 30,
      Date.now() + 3_600_000,
    ])
    const begun = performance.now()
    expect((await signIn(email, password, at.nobody)).status).toBe(200)
    expect(performance.now() - begun).toBeGreaterThan(1400)
  })

  test('failed sign-ins for one account are counted over all addresses', async () => {
    const { email } = await desk.person('client')
    for (const address of ['203.0.113.5', '2001:db8::1', '198.51.100.1']) await failFrom(address, email)
    const { rows } = await at.database.pool.query<{ points: number }>(
      'select points from rate_limits where key = $1',
      [`login_account:${email}`],
    )
    expect(rows).toEqual([{ points: 3 }])
  })
})

test('a person who changes things faster than people do is asked to wait', async () => {
  const at = await startApp({ database: desk.database, settings: { WRITES_PER_MINUTE: 5 } })
  const busy = await at.signedIn('client')
  const statuses = []
  for (let turn = 0; turn < 7; turn++) statuses.push((await busy.post('/api/tickets', {})).status)
  expect(statuses).toEqual([400, 400, 400, 400, 400, 429, 429])
  expect((await busy.get('/api/tickets')).status).toBe(200)
  await at.close()
})
