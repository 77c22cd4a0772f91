import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ticketInput } from '#test/factories.ts'
import { startApp, type Caller, type TestApp } from '#test/harness.ts'

const hourMs = 3_600_000
const dayMs = 24 * hourMs
let desk: TestApp

beforeAll(async () => {
  desk = await startApp({ settings: { PUBLIC_URL: 'http://desk.example.com' } })
})
afterAll(() => desk.close())

const isSignedIn = async (who: Caller) => (await who.get('/api/auth/user')).status === 200
const count = async (of: string) =>
  (await desk.database.pool.query('select 1 from sessions where user_id = $1', [of])).rowCount

describe('signing out', () => {
  test('signing out by the link ends the session and leads to the front page', async () => {
    const ana = await desk.signedIn('client')
    const { status, headers } = await ana.get('/api/logout')
    expect([status, headers.location]).toEqual([302, '/'])
    expect(String(headers['set-cookie'])).toMatch(/^sid=;/)
    expect(await isSignedIn(ana)).toBe(false)
    expect(await count(ana.id)).toBe(0)
  })

  test('signing out by the call ends the session', async () => {
    const ana = await desk.signedIn('client')
    expect(await ana.post('/api/auth/logout')).toMatchObject({
      status: 200,
      body: { message: 'You are signed out.' },
    })
    expect(await isSignedIn(ana)).toBe(false)
  })

  test('signing out is no error for a person who is not signed in', async () => {
    expect((await desk.nobody.get('/api/logout')).status).toBe(302)
    expect((await desk.nobody.post('/api/auth/logout')).status).toBe(200)
  })

  test('signing out ends this session and not the one on another device', async () => {
    const phone = await desk.signedIn('client')
    const { rows } = await desk.database.pool.query<{ email: string }>(
      'select email from users where id = $1',
      [phone.id],
    )
    const laptop = await desk.signIn(rows[0]!.email)
    await phone.post('/api/auth/logout')
    expect([await isSignedIn(phone), await isSignedIn(laptop)]).toEqual([false, true])
  })

  test('a picture or a frame on another site cannot sign a person out', async () => {
    const ana = await desk.signedIn('client')
    for (const destination of ['image', 'iframe', 'empty', 'script', 'style'])
      expect(
        (await ana.get('/api/logout', { 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': destination }))
          .status,
      ).toBe(403)
    expect(await isSignedIn(ana)).toBe(true)
  })

  test('a script on another site cannot sign a person out by leading there, a link that is followed can', async () => {
    const ana = await desk.signedIn('client')
    const led = { 'sec-fetch-site': 'cross-site', 'sec-fetch-dest': 'document' }
    expect((await ana.get('/api/logout', led)).status).toBe(403)
    expect(await isSignedIn(ana)).toBe(true)
    expect((await ana.get('/api/logout', { ...led, 'sec-fetch-user': '?1' })).status).toBe(302)
    expect(await isSignedIn(ana)).toBe(false)
  })
})

describe('a page of another site', () => {
  const own = { host: 'desk.example.com' }
  const cases: [string, Record<string, string>, boolean][] = [
    ['says so', { 'sec-fetch-site': 'cross-site' }, false],
    ['is a sister site', { 'sec-fetch-site': 'same-site' }, false],
    ['is named by its origin', { origin: 'https://evil.example' }, false],
    ['hides its origin', { origin: 'null' }, false],
    ['has our name at another port', { ...own, origin: 'http://desk.example.com:8080' }, false],
    ['begins with our name', { ...own, origin: 'http://desk.example.com.evil.example' }, false],
    [
      'is another site though the origin is ours',
      { 'sec-fetch-site': 'cross-site', origin: 'http://desk.example.com' },
      false,
    ],
    ['has our public name by another scheme', { ...own, origin: 'https://desk.example.com' }, false],
    ['has no scheme of pages', { host: '10.0.0.5:3000', origin: 'ftp://10.0.0.5:3000' }, false],
    ['is our own', { 'sec-fetch-site': 'same-origin' }, true],
    ['is the address bar', { 'sec-fetch-site': 'none' }, true],
    ['has our public origin', { origin: 'http://desk.example.com' }, true],
    ['has the origin it was called by', { host: '10.0.0.5:3000', origin: 'http://10.0.0.5:3000' }, true],
    ['is no browser at all', {}, true],
  ]

  test.each(cases)('a request that %s: %j may write: %s', async (_what, headers, isAllowed) => {
    const ana = await desk.signedIn('client')
    const writes = [
      await ana.post('/api/tickets', ticketInput(), headers),
      await ana.put('/api/tickets/x', { status: 'open' }, headers),
      await ana.delete('/api/tickets/x', headers),
      await ana.post('/api/auth/login', { email: 'x', password: 'x' }, headers),
    ]
    const message = 'This request comes from another site.'
    expect(writes.map(({ body }) => body.message === message)).toEqual(writes.map(() => !isAllowed))
    expect(writes[0]?.status).toBe(isAllowed ? 201 : 403)
    expect((await ana.get('/api/tickets', headers)).status).toBe(200)
  })
})

describe('a session', () => {
  test('a session ends after seven days without use', async () => {
    const ana = await desk.signedIn('client')
    desk.clock.advance(7 * dayMs - 60_000)
    const other = await desk.signedIn('client')
    desk.clock.advance(2 * 60_000)
    const { status, body } = await ana.get('/api/tickets')
    expect([status, body]).toEqual([401, { message: 'You are not signed in.' }])
    expect(await isSignedIn(other)).toBe(true)
  })

  test('a caller who is not signed in is told so in the language of their browser', async () => {
    const { status, body } = await desk.nobody.get('/api/tickets', { 'accept-language': 'de' })
    expect([status, body]).toEqual([401, { message: 'Sie sind nicht angemeldet.' }])
  })

  test('a session that is used every day goes on for thirty days and no longer', async () => {
    const ana = await desk.signedIn('client')
    const begun = desk.clock.now().getTime()
    const lasted: string[] = []
    let leftOver = Infinity
    for (let day = 1; day < 30; day++) {
      desk.clock.advance(dayMs)
      const { status, headers } = await ana.get('/api/auth/user')
      expect([day, status]).toEqual([day, 200])
      const lastsS = Number(/Max-Age=(\d+)/.exec(String(headers['set-cookie']))?.[1] ?? 0)
      const ends = desk.clock.now().getTime() + lastsS * 1000
      lasted.push(lastsS === 604_800 ? 'a week' : headers['set-cookie'] ? 'less' : 'as it was')
      if (lasted.at(-1) === 'less') leftOver = ends - begun - 30 * dayMs
    }
    expect(lasted).toEqual([
      ...Array.from({ length: 22 }, () => 'a week'),
      'less',
      ...Array.from({ length: 6 }, () => 'as it was'),
    ])
    expect(Math.abs(leftOver), 'the cookie ends with the thirty days').toBeLessThan(60_000)
    desk.clock.advance(dayMs - 2 * 60_000)
    expect(await isSignedIn(ana)).toBe(true)
    desk.clock.advance(3 * 60_000)
    expect(await isSignedIn(ana)).toBe(false)
  })

  test('a session from before there was an absolute end ends after thirty days, too', async () => {
    const ana = await desk.signedIn('client')
    await desk.database.pool.query(
      "update sessions set created_at = now() - interval '60 days' where user_id = $1",
      [ana.id],
    )
    expect(await isSignedIn(ana)).toBe(false)
  })

  test('a read does not write the session to the database each time', async () => {
    const ana = await desk.signedIn('client')
    expect((await ana.get('/api/auth/user')).headers['set-cookie']).toBeUndefined()
    desk.clock.advance(hourMs - 60_000)
    expect((await ana.get('/api/auth/user')).headers['set-cookie']).toBeUndefined()
    desk.clock.advance(2 * 60_000)
    expect((await ana.get('/api/auth/user')).headers['set-cookie']).toBeDefined()
  })

  test('a session of a deactivated person is over at once', async () => {
    const ana = await desk.signedIn('helpdesk')
    await desk.database.pool.query('update users set is_active = false where id = $1', [ana.id])
    expect((await ana.get('/api/tickets')).status).toBe(401)
    expect((await ana.post('/api/tickets', ticketInput())).status).toBe(401)
  })

  test('a session has the role that the person has now, not the one they had at sign-in', async () => {
    const ana = await desk.signedIn('helpdesk')
    expect((await ana.get('/api/team')).status).toBe(200)
    await desk.database.pool.query("update users set role = 'client' where id = $1", [ana.id])
    expect((await ana.get('/api/team')).status).toBe(403)
    expect((await ana.get('/api/auth/user')).body.role).toBe('client')
  })
})
