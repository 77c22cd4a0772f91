import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CurrentUser } from '#features/users/contract.ts'
import { startApp, type TestApp } from '#test/harness.ts'
import type { SignInOptions } from '../contract.ts'
import type { AuthSettings } from './routes.ts'

let desk: TestApp
beforeAll(async () => {
  desk = await startApp()
})
afterAll(() => desk.close())

let numbered = 0
const person = (some: Record<string, unknown> = {}) => ({
  email: `new${++numbered}@example.com`,
  password: 'secret',
  firstName: 'Ada',
  lastName: 'Berg',
  ...some,
})

interface Elsewhere {
  headers?: Record<string, string>
  remoteAddress?: string
}

/** Registers from this machine, or from wherever `from` says. */
async function register(
  at: TestApp,
  some: Record<string, unknown> = {},
  { headers, remoteAddress }: Elsewhere = {},
) {
  const response = await at.app.inject({
    method: 'POST',
    url: '/api/auth/register',
    payload: person(some),
    ...(headers && { headers }),
    ...(remoteAddress !== undefined && { remoteAddress }),
  })
  return {
    status: response.statusCode,
    body: response.json<CurrentUser & { message: string }>(),
    headers: response.headers,
  }
}

/** A server of its own on the same database, where the first administrator has or has not come. */
async function withAuth<T>(
  auth: Partial<AuthSettings>,
  isClaimed: boolean,
  job: (at: TestApp) => Promise<T>,
  settings: Parameters<typeof startApp>[0] = {},
): Promise<T> {
  const claimedAt = isClaimed ? new Date() : null
  await desk.database.pool.query(
    'update bootstrap set claimed_at = $1, claimed_by = null, exposed_at = null, exposed_by = null',
    [claimedAt],
  )
  const at = await startApp({ ...settings, auth, database: desk.database })
  try {
    return await job(at)
  } finally {
    await at.close()
  }
}

test('a person who registers gets an account and is not signed in by it', async () => {
  const { status, body, headers } = await register(desk, {
    companyName: ' Acme ',
    mobileNumber: '+491701234567',
  })
  expect(status).toBe(201)
  expect(body).toEqual({
    id: expect.any(String),
    email: expect.any(String),
    firstName: 'Ada',
    lastName: 'Berg',
    companyName: 'Acme',
    mobileNumber: '+491701234567',
    profileImageUrl: null,
    role: 'client',
  })
  expect(headers['set-cookie']).toBeUndefined()
  expect((await desk.signIn(body.email, 'secret')).id).toBe(body.id)
})

test('a person who registers without role, company and mobile number is a client with neither', async () => {
  expect((await register(desk)).body).toMatchObject({ role: 'client', companyName: '', mobileNumber: null })
  expect((await register(desk, { mobileNumber: ' ' })).body).toMatchObject({ mobileNumber: null })
})

test('a signed-in person who registers another keeps their own session and role', async () => {
  const ana = await desk.signedIn('client')
  const { headers, status } = await ana.post('/api/auth/register', person({ role: 'helpdesk' }))
  expect([status, headers['set-cookie']]).toEqual([201, undefined])
  expect((await ana.get('/api/auth/user')).body).toMatchObject({ id: ana.id, role: 'client' })
})

test.each([
  [' Ada@Example.COM ', 'ada@example.com'],
  ['ADA@münchen.example', 'ada@xn--mnchen-3ya.example'],
  ['ａda2@example.com', 'ada2@example.com'],
])('an address is the same in every spelling: %s', async (spelling, normal) => {
  expect((await register(desk, { email: spelling })).body.email).toBe(normal)
  for (const again of [spelling, normal, normal.toUpperCase(), ` ${normal}\n`]) {
    const { status, body } = await register(desk, { email: again })
    const message = 'A user with this email already exists.'
    expect([status, body]).toEqual([409, { message, issues: [{ path: 'email', message }] }])
  }
})

test('one address registered twenty times at once becomes one account', async () => {
  const answers = await Promise.all(
    Array.from({ length: 20 }, () => register(desk, { email: 'race@example.com' })),
  )
  const count = (wanted: number) => answers.filter(({ status }) => status === wanted).length
  expect([count(201), count(409)]).toEqual([1, 19])
})

test('a password of five characters is too short, and one of six is long enough', async () => {
  const { status, body } = await register(desk, { password: '12345' })
  expect([status, body.message]).toEqual([400, 'Password must be at least 6 characters'])
  expect((await register(desk, { password: '123456' })).status).toBe(201)
})

test.each(['12345', '0123456', '+0123456', '+1234567890123456', '+12 345', 'call me'])(
  'the mobile number %s is refused',
  async (mobileNumber) => {
    const { status, body } = await register(desk, { mobileNumber })
    expect([status, body.message]).toEqual([400, expect.stringContaining('E.164')])
  },
)

test.each([
  [['super_user']],
  ['SUPER_USER'],
  ['super_user '],
  ['admin'],
  [{ role: 'super_user' }],
  [3],
  [null],
])('registration for the role %j is refused', async (role) => {
  expect((await register(desk, { role })).status).toBe(400)
})

describe('registration', () => {
  test('open registration gives the role that was asked for', async () => {
    await withAuth({ registration: 'open' }, true, async (at) => {
      for (const role of ['client', 'internal', 'helpdesk', 'super_user'])
        expect((await register(at, { role }, { remoteAddress: '203.0.113.9' })).body).toMatchObject({ role })
    })
  })

  test('registration by approval makes everybody a client and stores the role that was asked for', async () => {
    await withAuth({ registration: 'approval' }, true, async (at) => {
      for (const role of ['internal', 'helpdesk', 'super_user']) {
        const { status, body } = await register(at, { role })
        expect([status, body]).toEqual([
          201,
          expect.objectContaining({ role: 'client', requestedRole: role }),
        ])
        const own = await at.signIn(body.email, 'secret')
        expect((await own.get('/api/auth/user')).body).toMatchObject({ role: 'client', requestedRole: role })
        expect((await own.get('/api/team')).status).toBe(403)
      }
      expect((await register(at, { role: 'client' })).body).not.toHaveProperty('requestedRole')
    })
  })

  test('closed registration is refused for everybody', async () => {
    await withAuth({ registration: 'closed' }, true, async (at) => {
      for (const role of ['client', 'super_user']) {
        const { status, body } = await register(at, { role })
        expect([status, body]).toEqual([403, { message: 'Registration is closed' }])
      }
    })
  })

  const foreign: [string, Elsewhere][] = [
    ['from another machine', { remoteAddress: '203.0.113.9' }],
    ['through a proxy', { headers: { 'x-forwarded-for': '127.0.0.1' } }],
    ['through a proxy of the newer kind', { headers: { forwarded: 'for=127.0.0.1' } }],
    ['under a foreign name', { headers: { host: 'desk.example.com' } }],
    ['under a name that only begins like ours', { headers: { host: 'localhost.example.com' } }],
  ]

  test.each(foreign)('registration in a private trial is by approval %s', async (_where, from) => {
    await withAuth({}, true, async (at) => {
      expect((await register(at, { role: 'helpdesk' }, from)).body).toMatchObject({
        role: 'client',
        requestedRole: 'helpdesk',
      })
      const options = await at.app.inject({ url: '/api/auth/options', ...from })
      expect(options.json()).toMatchObject({ registration: 'approval' })
    })
  })

  test('registration on a server that others can reach is by approval even from this machine', async () => {
    await withAuth({ isPrivateTrial: false }, true, async (at) => {
      expect((await register(at, { role: 'helpdesk' })).body).toMatchObject({ role: 'client' })
    })
  })

  test.each(foreign)(
    'registration of the first administrator %s needs the set-up code',
    async (_where, from) => {
      await withAuth({ registration: 'approval' }, false, async (at) => {
        for (const setupToken of [undefined, '', 'the-cod', 'the-codf', 'the-code '])
          expect((await register(at, { role: 'super_user', setupToken }, from)).body.role).toBe('client')
        expect((await register(at, { role: 'super_user', setupToken: 'the-code' }, from)).body.role).toBe(
          'super_user',
        )
        expect((await register(at, { role: 'super_user', setupToken: 'the-code' }, from)).body.role).toBe(
          'client',
        )
      })
    },
  )
})

describe('the first administrator', () => {
  test('exactly one of fifty who register as super user at once becomes the first administrator', async () => {
    await withAuth({ registration: 'approval' }, false, async (at) => {
      const answers = await Promise.all(
        Array.from({ length: 50 }, () => register(at, { role: 'super_user' })),
      )
      expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: 50 }, () => 201))
      expect(answers.filter(({ body }) => body.role === 'super_user')).toHaveLength(1)
    })
  })

  test('a person who registers as client or helpdesk does not become the first administrator', async () => {
    await withAuth({ registration: 'approval' }, false, async (at) => {
      expect((await register(at, { role: 'client' })).body.role).toBe('client')
      expect((await register(at, { role: 'helpdesk' })).body.role).toBe('client')
      expect((await register(at, { role: 'super_user' })).body.role).toBe('super_user')
    })
  })

  test('there is a first administrator once: with no super user left there is still no second', async () => {
    await withAuth({ registration: 'approval' }, false, async (at) => {
      const { body } = await register(at, { role: 'super_user' })
      await desk.database.pool.query("update users set role = 'client' where id = $1", [body.id])
      expect((await register(at, { role: 'super_user' })).body.role).toBe('client')
    })
  })

  test('the first administrator may register while registration is closed', async () => {
    await withAuth({ registration: 'closed' }, false, async (at) => {
      expect((await register(at, { role: 'super_user' })).status).toBe(201)
      expect((await register(at, { role: 'super_user' })).status).toBe(403)
    })
  })

  test('a first administrator whose address is taken leaves the place free', async () => {
    const { body } = await register(desk)
    await withAuth({ registration: 'approval' }, false, async (at) => {
      expect((await register(at, { role: 'super_user', email: body.email })).status).toBe(409)
      expect((await register(at, { role: 'super_user' })).body.role).toBe('super_user')
    })
  })

  test('the first administrator needs no code with BOOTSTRAP=first, and cannot register with BOOTSTRAP=off', async () => {
    const from = { remoteAddress: '203.0.113.9' }
    await withAuth({ registration: 'approval', bootstrap: 'off' }, false, async (at) => {
      expect((await register(at, { role: 'super_user', setupToken: 'the-code' })).body.role).toBe('client')
    })
    await withAuth({ registration: 'approval', bootstrap: 'first' }, false, async (at) => {
      expect((await register(at, { role: 'super_user' }, from)).body.role).toBe('super_user')
    })
  })
})

test('in a private trial ten times as many register from one address', async () => {
  // Other tests of this file register from the usual address.
  const from = { remoteAddress: '127.0.0.77' }
  const job = async (at: TestApp) => {
    for (let turn = 0; turn < 30; turn++) expect((await register(at, {}, from)).status).toBe(201)
    expect((await register(at, {}, from)).status).toBe(429)
  }
  await withAuth({}, true, job, { settings: { REGISTRATIONS_PER_10_MINUTES: 3 } })
})

test('one address that registers too often is asked to wait', async () => {
  const at = await startApp({ settings: { REGISTRATIONS_PER_10_MINUTES: 3 }, database: desk.database })
  const from = { remoteAddress: '203.0.113.77' }
  for (let turn = 0; turn < 3; turn++) expect((await register(at, {}, from)).status).toBe(201)
  const { status, headers } = await register(at, {}, from)
  expect(status).toBe(429)
  expect(Number(headers['retry-after'])).toBeGreaterThan(0)
  expect((await register(at, {}, { remoteAddress: '203.0.113.78' })).status).toBe(201)
  await at.close()
})

test('the addresses of one IPv6 network register as one', async () => {
  const at = await startApp({ settings: { REGISTRATIONS_PER_10_MINUTES: 3 }, database: desk.database })
  const from = (network: number, host: number) => ({ remoteAddress: `2001:db8:77:${network}::${host}` })
  for (let host = 1; host <= 3; host++) expect((await register(at, {}, from(1, host))).status).toBe(201)
  expect((await register(at, {}, from(1, 4))).status).toBe(429)
  expect((await register(at, {}, from(2, 1))).status).toBe(201)
  await at.close()
})

test.each([
  [{ bootstrap: 'code' as const }, false, true],
  [{ bootstrap: 'first' as const }, false, true],
  [{ bootstrap: 'off' as const }, false, false],
  [{ bootstrap: 'code' as const }, true, false],
])(
  'with %j, and somebody there already: %s, the desk can be set up: %s',
  async (auth, isClaimed, canSetUp) => {
    const isUnclaimed = await withAuth(auth, isClaimed, async (at) => {
      const { body } = await at.nobody.get<SignInOptions>('/api/auth/options')
      return body.isUnclaimed
    })
    expect(isUnclaimed).toBe(canSetUp)
  },
)
