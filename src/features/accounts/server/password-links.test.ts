import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import type { SignInOptions } from '#features/auth/contract.ts'
import type { User } from '#features/users/contract.ts'
import { hashPassword } from '#features/users/server/public/password.ts'
import { password, startApp, type Caller, type TestApp } from '#test/harness.ts'
import { receivedBy, settingsFor, type Smtp, startSilence, startSmtp } from '#test/services/smtp.ts'
import { statementsDuring } from '#test/statements.ts'
import { replacePassword } from './service.ts'

let desk: TestApp
let admin: Caller
let smtp: Smtp
const minuteMs = 60_000

beforeAll(async () => {
  desk = await startApp({ settings: { PUBLIC_URL: 'https://desk.example.com' } })
  admin = await desk.signedIn('super_user')
  smtp = await startSmtp()
  await admin.put('/api/admin/email-settings', settingsFor(smtp))
})
afterAll(async () => {
  await desk.close()
  await smtp.close()
})
afterEach(() => {
  desk.clock.set(new Date())
  smtp.received.length = 0
})

const forgets = (email: string, headers = {}) => desk.nobody.post('/api/auth/forgot', { email }, headers)
const resets = (token: string, to: string) => desk.nobody.post('/api/auth/reset', { token, password: to })
const isSignedIn = async (who: Caller) => (await who.get('/api/auth/user')).status === 200
const isRefused = async (token: string) => {
  const { status, body } = await resets(token, 'another one')
  expect([status, body['message']]).toEqual([400, 'This link is no longer valid. Request a new one.'])
}

const waitingMails = async () =>
  (await desk.database.pool.query("select * from deliveries where kind = 'link'")).rows

/** The token of the newest mail to somebody. */
async function tokenMailedTo(email: string, count = 1): Promise<string> {
  const mails = () => receivedBy(smtp, email)
  await vi.waitFor(() => expect(mails()).toHaveLength(count), { timeout: 15_000 })
  const found = /https:\/\/desk\.example\.com\/reset\?token=([\w-]{43})\n/.exec(
    mails().at(-1)?.mail.text ?? '',
  )
  return found?.[1] ?? ''
}

describe('a forgotten password', () => {
  test('a forgotten password is replaced through a mailed link that works once and ends every session', async () => {
    const { email } = await desk.person('internal', { firstName: 'Zoë', lastName: 'Berg' })
    const before = await desk.signIn(email)
    const answer = await forgets(` ${email.toUpperCase()}`)
    expect([answer.status, answer.body]).toEqual([
      200,
      { message: 'If there is an account with this address, a link is on its way to it.' },
    ])
    const token = await tokenMailedTo(email)
    expect(smtp.received[0]?.mail).toMatchObject({
      subject: 'Set a new password for Signalbox',
      to: [{ name: 'Zoë Berg', address: email }],
    })
    expect(smtp.received[0]?.mail.text).toContain('Hello Zoë,')
    expect(await isSignedIn(before)).toBe(true)

    expect((await resets(token, 'a new secret')).status).toBe(200)
    expect(await isSignedIn(before)).toBe(false)
    await expect(desk.signIn(email)).rejects.toThrow('401')
    expect(await isSignedIn(await desk.signIn(email, 'a new secret'))).toBe(true)
    await isRefused(token)
  })

  test('the mail with the link repeats no text that somebody wrote in place of a name', async () => {
    const { email } = await desk.person('client', {
      firstName: 'Zoë,\r\n\nyour account is in danger:\u2028\u202Eclick',
      lastName: 'x\r\nBcc: all@example.com',
    })
    await forgets(email)
    await tokenMailedTo(email)
    const { mail, raw } = smtp.received[0]!
    expect(mail.text).toContain('Hello Zoë, your account is in danger: click,\n\nsomeone')
    expect(mail.to).toEqual([{ name: 'Zoë, your account is in danger: click x…', address: email }])
    expect(raw).not.toMatch(/^Bcc/m)
  })

  test('the answer does not tell whether there is such an account', async () => {
    const { email } = await desk.person('client')
    const [known, unknown] = [await forgets(email), await forgets('nobody.at.all@example.com')]
    const { date: _d, 'x-request-id': _f, ...knownHeaders } = known.headers
    const { date: _e, 'x-request-id': _g, ...unknownHeaders } = unknown.headers
    expect([known.status, known.body, knownHeaders]).toEqual([unknown.status, unknown.body, unknownHeaders])
    await tokenMailedTo(email)
    expect(smtp.received).toHaveLength(1)
    await vi.waitFor(async () => expect(await waitingMails()).toEqual([]), { timeout: 15_000 })
  })

  test('the answer does not wait until the account is found', async () => {
    const { email } = await desk.person('client')
    for (const address of [email, 'nobody.there@example.com']) {
      const statements = await statementsDuring(() => forgets(address))
      const queued = statements.findIndex((statement) => statement.startsWith('insert into "deliveries"'))
      expect(queued).toBeGreaterThan(-1)
      // A connected person is told of earlier events, by id.
      const before = statements
        .slice(0, queued + 1)
        .filter((statement) => /"users".* where .*"email"/s.test(statement))
      expect([address, before]).toEqual([address, []])
      // The mail of one link must not be taken for the work of the other.
      await vi.waitFor(async () => expect(await waitingMails()).toEqual([]), { timeout: 15_000 })
    }
    expect(smtp.received).toHaveLength(1)
  })

  test('the answer does not wait for the mail server', async () => {
    const silent = await startSilence()
    const { email } = await desk.person('client')
    await admin.put('/api/admin/email-settings', settingsFor(silent))
    try {
      const { status } = await forgets(email)
      expect([status, (await waitingMails()).length]).toEqual([200, 1])
    } finally {
      silent.close()
      await vi.waitFor(async () => expect(await waitingMails()).toMatchObject([{ attempts: 1 }]), {
        timeout: 15_000,
      })
      await desk.database.pool.query("delete from deliveries where kind = 'link'")
      await admin.put('/api/admin/email-settings', settingsFor(smtp))
    }
  })

  test('a link to set a password lasts an hour, and a newer one replaces it', async () => {
    const { email } = await desk.person('client')
    await forgets(email)
    const first = await tokenMailedTo(email)
    await forgets(email)
    const second = await tokenMailedTo(email, 2)
    await isRefused(first)
    desk.clock.advance(59 * minuteMs)
    expect((await resets(second, 'in time')).status).toBe(200)

    await forgets(email)
    const third = await tokenMailedTo(email, 3)
    desk.clock.advance(60 * minuteMs + 1)
    await isRefused(third)
    expect(await isSignedIn(await desk.signIn(email, 'in time'))).toBe(true)
  })

  test('only one of two simultaneous uses of a link sets the password', async () => {
    const { email } = await desk.person('client')
    await forgets(email)
    const token = await tokenMailedTo(email)
    const answers = await Promise.all(['the first', 'the second'].map((one) => resets(token, one)))
    expect(answers.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 400])
  })

  test('a password that is too short leaves the link usable', async () => {
    const { email } = await desk.person('client')
    await forgets(email)
    const token = await tokenMailedTo(email)
    const { status, body } = await resets(token, '12345')
    expect([status, body['message']]).toEqual([400, 'Password must be at least 6 characters'])
    expect((await resets(token, '123456')).status).toBe(200)
  })

  test.each([
    [
      'the password is changed',
      (user: Caller) =>
        user.post('/api/profile/password', { currentPassword: password, newPassword: 'other one' }),
    ],
    [
      'the address is changed',
      (user: Caller) => admin.put(`/api/users/${user.id}`, { email: `new.${user.id}@example.com` }),
    ],
    ['the account is deactivated', (user: Caller) => admin.post(`/api/users/${user.id}/disable`)],
    [
      'the password is set on the command line',
      async (user: Caller) => {
        await desk.work(async (unit) => replacePassword(unit, user.id, await hashPassword('a rescue')))
        return admin.get(`/api/users?id=${user.id}`)
      },
    ],
  ])('a link to set a password ends when %s', async (_what, happens) => {
    const { email } = await desk.person('client')
    const user = await desk.signIn(email)
    await forgets(email)
    const token = await tokenMailedTo(email)
    expect((await happens(user)).status).toBe(200)
    await isRefused(token)
  })

  test('a deactivated user gets no link, and neither does an address that can receive none', async () => {
    const { id, email } = await desk.person('client')
    await admin.post(`/api/users/${id}/disable`)
    await desk.person('client', { email: 'channel@channel.invalid', passwordHash: null })
    for (const address of [email, 'channel@channel.invalid'])
      expect((await forgets(address)).status).toBe(200)
    const { email: last } = await desk.person('client')
    await forgets(last)
    await tokenMailedTo(last)
    for (const address of [email, 'channel@channel.invalid']) expect(receivedBy(smtp, address)).toEqual([])
    expect(receivedBy(smtp, last)).toHaveLength(1)
  })

  test('the link leads to this server, whatever host the request names', async () => {
    const { email } = await desk.person('client')
    await forgets(email, { host: 'evil.example', 'x-forwarded-host': 'evil.example' })
    expect(await tokenMailedTo(email)).not.toBe('')
    expect(smtp.received[0]?.raw).not.toContain('evil.example')
  })

  test('the token of a link is stored nowhere, and the log tells who asked and from where', async () => {
    const { id, email } = await desk.person('client')
    await forgets(email)
    const token = await tokenMailedTo(email)
    for (const table of ['password_resets', 'events', 'users', 'rate_limits']) {
      const { rows } = await desk.database.pool.query(`select * from ${table}`)
      expect(JSON.stringify(rows)).not.toContain(token)
    }
    await resets(token, 'a new secret')
    const { rows } = await desk.database.pool.query(
      `select type, actor_id, ip from events where subject_id = $1 and type like 'user.password%' order by position`,
      [id],
    )
    expect(rows).toEqual([
      { type: 'user.password_link', actor_id: null, ip: '127.0.0.1' },
      { type: 'user.password_set', actor_id: id, ip: '127.0.0.1' },
    ])
  })

  test('a server without a mail server has no such calls, and the sign-in card does not offer them', async () => {
    const other = await startApp()
    for (const [path, body] of [
      ['forgot', { email: 'ada@example.com' }],
      ['reset', { token: 'x', password: 'secret' }],
    ] as const)
      expect((await other.nobody.post(`/api/auth/${path}`, body)).status).toBe(404)
    expect((await other.nobody.get<SignInOptions>('/api/auth/options')).body.canReset).toBe(false)
    expect((await desk.nobody.get<SignInOptions>('/api/auth/options')).body.canReset).toBe(true)
    await other.close()
  })

  test('links are limited to three an hour for one address, whether or not it has an account', async () => {
    const other = await startApp({ settings: { MAILS_PER_MINUTE: 5 } })
    const root = await other.signedIn('super_user')
    await root.put('/api/admin/email-settings', settingsFor(smtp))
    const { email } = await other.person('client')
    for (const address of [email, 'nobody@example.com']) {
      await other.database.pool.query('delete from rate_limits')
      const answers = []
      for (let times = 0; times < 4; times++)
        answers.push((await other.nobody.post('/api/auth/forgot', { email: address })).status)
      expect(answers).toEqual([200, 200, 200, 429])
      const { rows } = await other.database.pool.query<{ expire: string }>(
        'select expire from rate_limits order by expire desc limit 1',
      )
      expect(Number(rows[0]?.expire) - Date.now()).toBeGreaterThan(50 * 60_000)
    }
    await other.database.pool.query('delete from rate_limits')
    const answers = []
    for (let times = 0; times < 6; times++)
      answers.push((await other.nobody.post('/api/auth/forgot', { email: `n${times}@example.com` })).status)
    expect(answers).toEqual([200, 200, 200, 200, 200, 429])
    // Nor does a network of IPv6 count for more than one address.
    const fromNetwork = []
    for (let times = 0; times < 6; times++) {
      const remoteAddress = `2001:db8:7:1::${times + 1}`
      const payload = { email: `m${times}@example.com` }
      const asked = await other.app.inject({
        method: 'POST',
        url: '/api/auth/forgot',
        payload,
        remoteAddress,
      })
      fromNetwork.push(asked.statusCode)
    }
    expect(fromNetwork).toEqual([200, 200, 200, 200, 200, 429])
    await other.close()
  })
})

describe('an invitation', () => {
  let numbered = 0
  const invitation = () => ({
    email: `invited${++numbered}@example.com`,
    firstName: 'Ida',
    lastName: 'Lund',
    role: 'helpdesk',
    companyName: 'Acme',
    invite: true,
  })

  test('an invited user is created without a password and sets it by the link that was mailed, within seven days', async () => {
    const account = invitation()
    const { status, body } = await admin.post<User & { invitationFailure?: string }>('/api/users', account)
    expect([status, body.isInvited, body.invitationFailure]).toEqual([201, true, undefined])
    const token = await tokenMailedTo(account.email)
    expect(smtp.received[0]?.mail.subject).toBe('Your account for Signalbox')
    await expect(desk.signIn(account.email, '')).rejects.toThrow('400')
    await expect(desk.signIn(account.email, 'anything')).rejects.toThrow('401')

    desk.clock.advance(7 * 24 * 60 * minuteMs - minuteMs)
    expect((await resets(token, 'my own secret')).status).toBe(200)
    const ida = await desk.signIn(account.email, 'my own secret')
    expect((await ida.get('/api/stats')).status).toBe(200)
    const [found] = (
      await (await desk.signedIn('super_user')).get<User[]>(`/api/users?search=${account.email}`)
    ).body
    expect(found?.isInvited).toBe(false)
    expect((await (await desk.signedIn('super_user')).post(`/api/users/${body.id}/invitation`)).status).toBe(
      409,
    )
  })

  test('an invitation can be sent again, which ends the former link', async () => {
    const account = invitation()
    const { body } = await admin.post<User>('/api/users', account)
    const first = await tokenMailedTo(account.email)
    expect((await admin.post(`/api/users/${body.id}/invitation`)).status).toBe(200)
    const second = await tokenMailedTo(account.email, 2)
    await isRefused(first)
    expect((await resets(second, 'my own secret')).status).toBe(200)
  })

  test('a person who has lost the invitation can use "forgotten password" instead', async () => {
    const account = invitation()
    await admin.post('/api/users', account)
    await tokenMailedTo(account.email)
    await forgets(account.email)
    expect((await resets(await tokenMailedTo(account.email, 2), 'my own secret')).status).toBe(200)
  })

  test.each([
    [{ invite: true, password: 'secret' }, 'Send a password or invite, not both'],
    [{ invite: false }, 'Password is required'],
    [{ invite: 'yes' }, 'invite must be true or false'],
  ])('an invitation with %j is refused', async (some, message) => {
    const { status, body } = await admin.post('/api/users', { ...invitation(), ...some })
    expect([status, body['message']]).toEqual([400, message])
  })

  test('a user whose invitation does not go out is created all the same, and the answer says so', async () => {
    const refusing = await startSmtp({ refuses: 'recipient' })
    await admin.put('/api/admin/email-settings', settingsFor(refusing))
    const { status, body } = await admin.post<User & { invitationFailure?: string }>(
      '/api/users',
      invitation(),
    )
    expect([status, body.invitationFailure]).toEqual([201, '127.0.0.1 refused the address of the recipient.'])
    const again = await admin.post(`/api/users/${body.id}/invitation`)
    expect([again.status, again.body['message']]).toEqual([
      409,
      '127.0.0.1 refused the address of the recipient.',
    ])
    await admin.put('/api/admin/email-settings', settingsFor(smtp))
    await refusing.close()
    expect((await admin.post(`/api/users/${body.id}/invitation`)).status).toBe(200)
  })

  test('a server without a mail server invites nobody, and creates no user by an invitation', async () => {
    const other = await startApp()
    const root = await other.signedIn('super_user')
    const account = invitation()
    const { status, body } = await root.post('/api/users', account)
    expect([status, body['message']]).toEqual([
      409,
      'No mail server is set up yet, so nobody can be invited.',
    ])
    expect((await root.get<User[]>(`/api/users?search=${account.email}`)).body).toEqual([])
    await other.close()
  })
})
