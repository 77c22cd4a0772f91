import { connect } from 'node:net'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { CurrentUser } from '#features/users/contract.ts'
import { openTestDatabase, type TestDatabase } from '#test/database.ts'
import { startApp, type Caller, type TestApp } from '#test/harness.ts'

let database: TestDatabase
let desk: TestApp
beforeAll(async () => {
  database = await openTestDatabase()
})
afterAll(() => database.close())

/** A private trial that nobody but this machine has asked for anything yet. */
beforeEach(async () => {
  await database.pool.query(
    'update bootstrap set claimed_at = now(), exposed_at = null, exposed_by = null, claimed_by = null, requires_approval = false',
  )
  desk = await startApp({ database })
  return () => desk.close()
})

interface From {
  headers?: Record<string, string>
  remoteAddress?: string
}

let numbered = 0
async function register(at: TestApp, role: string, from: From = {}, setupToken?: string) {
  const person = {
    email: `exposed${++numbered}@example.com`,
    password: 'secret',
    firstName: 'A',
    lastName: 'B',
  }
  const response = await at.app.inject({
    method: 'POST',
    url: '/api/auth/register',
    payload: { ...person, role, setupToken },
    ...from,
  })
  return { status: response.statusCode, ...response.json<CurrentUser>() }
}
const roleOf = async (at: TestApp, from?: From) => (await register(at, 'helpdesk', from)).role
const ask = (at: TestApp, from: From) => at.app.inject({ url: '/api/auth/options', ...from })
const warningsOf = async (who: Caller) =>
  (await who.get<{ warnings: string[] }>('/api/auth/options')).body.warnings
const isExposed = async () =>
  (await database.pool.query('select 1 from bootstrap where exposed_at is not null')).rowCount === 1

/** Headers of a request from another machine, though its peer is this one. */
const signs: [string, Record<string, string>][] = [
  ['the foreign Origin of a page', { host: '127.0.0.1:3000', origin: 'https://desk.example.com' }],
  ['the foreign Referer of a page', { host: '127.0.0.1:3000', referer: 'https://desk.example.com/' }],
  ['an Origin that nobody can read', { host: '127.0.0.1:3000', origin: 'null' }],
  ['a foreign Host', { host: 'desk.example.com' }],
  ['a Host that only begins like ours', { host: 'localhost.example.com' }],
  ...[
    'forwarded',
    'via',
    'x-forwarded-for',
    'x-forwarded-proto',
    'x-forwarded-host',
    'x-real-ip',
    'x-client-ip',
    'true-client-ip',
    'cf-connecting-ip',
    'cf-ray',
  ].map((name): [string, Record<string, string>] => [
    `the header ${name}`,
    { host: '127.0.0.1:3000', [name]: '127.0.0.1' },
  ]),
]

describe('a private trial', () => {
  test.each(signs)('a private trial ends with any request that has %s', async (_what, headers) => {
    expect(await roleOf(desk)).toBe('helpdesk')
    // Somebody who is refused and asks for nothing tells as much as anybody.
    await desk.app.inject({ method: 'POST', url: '/api/nothing', headers })
    expect(await roleOf(desk)).toBe('client')
    expect((await ask(desk, {})).json()).toMatchObject({ registration: 'approval' })
  })

  test.each(signs)(
    'the request that ends a private trial by %s gets no role from it',
    async (_what, headers) => {
      expect(await roleOf(desk, { headers: { ...headers, 'sec-fetch-site': 'same-origin' } })).toBe('client')
      expect(await roleOf(desk)).toBe('client')
    },
  )

  test.each([
    ['another port of this machine', { host: '127.0.0.1:3000', origin: 'http://localhost:5173' }],
    ['a page of this machine', { host: 'localhost:3000', referer: 'http://127.0.0.1:3000/register?a=b' }],
    ['IPv6', { host: '[::1]:3000', origin: 'http://[::1]:3000' }],
    ['no browser', { host: 'localhost' }],
  ])('a private trial goes on with requests from %s', async (_what, headers) => {
    expect(await roleOf(desk, { headers: { ...headers, 'sec-fetch-site': 'same-origin' } })).toBe('helpdesk')
    expect(await isExposed()).toBe(false)
  })

  test('a page of another site that somebody opens on this machine does not end a private trial, and gets no role', async () => {
    const headers = {
      host: '127.0.0.1:3000',
      origin: 'http://evil.example',
      referer: 'http://evil.example/page',
      'sec-fetch-site': 'cross-site',
    }
    expect((await register(desk, 'helpdesk', { headers })).status).toBe(403)
    await ask(desk, { headers })
    expect(await isExposed()).toBe(false)
    expect(await roleOf(desk)).toBe('helpdesk')
    await ask(desk, { headers: { ...headers, host: 'desk.example.com' } })
    expect(await isExposed()).toBe(true)
  })

  test('a private trial that has ended has ended on every node, and after a restart', async () => {
    const other = await startApp({ database })
    expect(await roleOf(other)).toBe('helpdesk')
    await ask(desk, { headers: { via: '1.1 proxy' } })
    await desk.app.inject({ url: '/api/auth/options' })
    expect(await roleOf(other)).toBe('client')
    await other.close()
    const later = await startApp({ database })
    expect(await roleOf(later)).toBe('client')
    await later.close()
  })

  test('the end of a private trial is noted once however many requests come at once, and super users are told', async () => {
    const admin = await desk.signedIn('super_user')
    const clerk = await desk.signedIn('helpdesk')
    expect(await warningsOf(admin)).toEqual([expect.stringContaining('can register with any role')])
    const notes = async () =>
      (await admin.get<{ entries: { details: unknown }[] }>('/api/audit?type=auth.exposed')).body.entries
    const { length } = await notes()
    const other = await startApp({ database })
    const headers = { 'x-forwarded-for': '203.0.113.9' }
    await Promise.all(Array.from({ length: 40 }, (_, n) => ask(n % 2 ? desk : other, { headers })))
    expect(await isExposed()).toBe(true)
    const [newest, ...older] = await notes()
    expect(older).toHaveLength(length)
    expect(newest?.details).toEqual([{ name: 'Shown by', value: 'the header X-Forwarded-For' }])
    expect(await warningsOf(admin)).toEqual([
      expect.stringMatching(/the header X-Forwarded-For.*Set REGISTRATION/),
      expect.stringContaining('TRUST_PROXY'),
    ])
    expect(await warningsOf(clerk)).toEqual([])
    expect((await ask(desk, {})).json()).toMatchObject({ warnings: [] })
    await other.close()
  })

  test('a server whose REGISTRATION is set needs no warning about a private trial', async () => {
    await ask(desk, { headers: { host: 'desk.example.com' } })
    const open = await startApp({ database, auth: { registration: 'open' } })
    expect(await roleOf(open, { headers: { host: 'desk.example.com' } })).toBe('helpdesk')
    await open.close()
    const closed = await startApp({ database, auth: { registration: 'closed' } })
    expect(await warningsOf(await closed.signedIn('super_user'))).toEqual([])
    await closed.close()
  })
})

describe('an open registration', () => {
  const approval = '/api/auth/approval'
  const isWarned = async (who: Caller) =>
    (await who.get<{ warnings: { kind: string }[] }>('/api/system')).body.warnings.some(
      ({ kind }) => kind === 'registration-open',
    )

  test('a super user has staff roles wait for approval, on every node, whatever REGISTRATION says', async () => {
    const admin = await desk.signedIn('super_user')
    const other = await startApp({ database, auth: { registration: 'open' } })
    expect(await Promise.all([roleOf(desk), roleOf(other), isWarned(admin)])).toEqual([
      'helpdesk',
      'helpdesk',
      true,
    ])
    for (const role of ['client', 'internal', 'helpdesk'] as const)
      expect((await (await desk.signedIn(role)).put(approval, undefined)).status).toBe(403)
    expect((await desk.nobody.put(approval, undefined)).status).toBe(401)
    expect((await admin.put(approval, undefined)).status).toBe(200)
    expect((await admin.put(approval, undefined)).status).toBe(200)
    expect(await Promise.all([roleOf(desk), roleOf(other)])).toEqual(['client', 'client'])
    expect(await register(desk, 'internal')).toMatchObject({ role: 'client', requestedRole: 'internal' })
    expect([await warningsOf(admin), await isWarned(admin)]).toEqual([[], false])
    expect((await ask(desk, {})).json()).toMatchObject({ registration: 'approval' })
    const { body } = await admin.get<{ entries: { by: { id: string } | null }[] }>(
      '/api/audit?type=auth.approval_required',
    )
    expect(body.entries).toHaveLength(1)

    expect((await admin.delete(approval)).status).toBe(200)
    expect(await Promise.all([roleOf(desk), roleOf(other), isWarned(admin)])).toEqual([
      'helpdesk',
      'helpdesk',
      true,
    ])
    await other.close()
  })

  test('a closed registration stays closed, and the first administrator needs no approval', async () => {
    const admin = await desk.signedIn('super_user')
    await admin.put(approval, undefined)
    const closed = await startApp({ database, auth: { registration: 'closed' } })
    expect((await register(closed, 'client')).status).toBe(403)
    await closed.close()
    await database.pool.query('update bootstrap set claimed_at = null, claimed_by = null')
    expect((await register(desk, 'super_user')).role).toBe('super_user')
  })

  test('approval is lifted by a fresh sign-in only', async () => {
    const admin = await desk.signedIn('super_user')
    await admin.put(approval, undefined)
    desk.clock.advance(16 * 60_000)
    expect(await admin.delete(approval)).toMatchObject({ status: 403, body: { code: 'password_needed' } })
    expect(await roleOf(desk)).toBe('client')
  })
})

describe('the first administrator', () => {
  const unclaim = () => database.pool.query('update bootstrap set claimed_at = null, claimed_by = null')
  const needsCode = async (at: TestApp, from: From = {}) =>
    (await ask(at, from)).json<{ needsSetupCode: boolean }>().needsSetupCode

  test('the first administrator needs the set-up code once the server was reached from elsewhere', async () => {
    await unclaim()
    expect(await needsCode(desk)).toBe(false)
    await ask(desk, { headers: { host: '127.0.0.1:3000', origin: 'https://desk.example.com' } })
    expect(await needsCode(desk)).toBe(true)
    expect((await register(desk, 'super_user')).role).toBe('client')
    expect((await register(desk, 'super_user', {}, 'the-code')).role).toBe('super_user')
    expect(await needsCode(desk)).toBe(false)
  })

  test('the first administrator needs the set-up code wherever PUBLIC_URL is set, though the request looks local', async () => {
    await unclaim()
    const at = await startApp({
      database,
      settings: { PUBLIC_URL: 'https://desk.example.com' },
      auth: { isPrivateTrial: false },
    })
    expect(await needsCode(at)).toBe(true)
    expect((await register(at, 'super_user')).role).toBe('client')
    expect((await register(at, 'super_user', {}, 'the-code')).role).toBe('super_user')
    await at.close()
  })
})

/** Sends a request as an old proxy does, which no library of today would. @returns the status and the body */
async function registerBy(protocol: string, base: string): Promise<{ status: number; role: string }> {
  const { hostname, port, host } = new URL(base)
  const body = JSON.stringify({
    email: `exposed${++numbered}@example.com`,
    password: 'secret',
    firstName: 'A',
    lastName: 'B',
    role: 'helpdesk',
  })
  const socket = connect(Number(port), hostname)
  socket.write(
    `POST /api/auth/register ${protocol}\r\nHost: ${host}\r\nConnection: close\r\nContent-Type: application/json\r\n` +
      `Content-Length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
  )
  const answer = await text(socket)
  const [head = '', json = ''] = answer.split('\r\n\r\n')
  return { status: Number(head.split(' ')[1]), ...(JSON.parse(json) as { role: string }) }
}

test('a request by HTTP/1.0, which proxies speak and browsers do not, is not believed to come from this machine', async () => {
  const base = await desk.listen()
  expect(await registerBy('HTTP/1.0', base)).toMatchObject({ status: 201, role: 'client' })
  expect(await registerBy('HTTP/1.1', base)).toMatchObject({ status: 201, role: 'helpdesk' })
})
