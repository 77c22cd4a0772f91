import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { CurrentUser } from '#features/users/contract.ts'
import { password, startApp, type Caller, type TestApp } from '#test/harness.ts'
import { receivedBy, settingsFor, startSmtp } from '#test/services/smtp.ts'
import type { Session } from '../contract.ts'

let desk: TestApp
let admin: Caller
beforeAll(async () => {
  desk = await startApp()
  admin = await desk.signedIn('super_user')
})
afterAll(() => desk.close())

const isSignedIn = async (who: Caller) => (await who.get('/api/auth/user')).status === 200

describe('the own account', () => {
  const aProfile = (email: string, some: Record<string, unknown> = {}) => ({
    firstName: 'Ida',
    lastName: 'Lund',
    email,
    companyName: '',
    mobileNumber: '',
    ...some,
  })

  test('everybody changes their own name, address, company and number, and never their role', async () => {
    const { email } = await desk.person('client')
    const me = await desk.signIn(email)
    const { status, body } = await me.put<CurrentUser>('/api/profile', {
      ...aProfile(`new.${email}`, { companyName: 'Acme', mobileNumber: '+4912345' }),
      currentPassword: password,
      role: 'super_user',
    })
    expect(status).toBe(200)
    expect(body).toMatchObject({
      firstName: 'Ida',
      email: `new.${email}`,
      companyName: 'Acme',
      mobileNumber: '+4912345',
      role: 'client',
    })
    const cleared = await me.put<CurrentUser>('/api/profile', aProfile(`new.${email}`))
    expect(cleared.body.mobileNumber).toBeNull()
  })

  test.each([
    ['firstName', '', 'First name is required'],
    ['lastName', '', 'Last name is required'],
    ['email', 'nonsense', 'Invalid email address'],
    ['mobileNumber', '12', 'Invalid phone number. Use E.164 format (e.g., +1234567890).'],
  ])('a profile whose %s is %j is refused with its sentence', async (field, value, message) => {
    const me = await desk.signedIn('client')
    const { status, body } = await me.put('/api/profile', aProfile('a@example.com', { [field]: value }))
    expect([status, body.message]).toEqual([400, message])
  })

  test('an email address that is taken is refused in the profile', async () => {
    const { email } = await desk.person('client')
    const me = await desk.signedIn('client')
    const change = aProfile(email)
    expect((await me.put('/api/profile', change)).status).toBe(409)
    // Nor can many be tried for one that is.
    const statuses = []
    for (let turn = 0; turn < 11; turn++) statuses.push((await me.put('/api/profile', change)).status)
    expect(statuses).toEqual([...Array.from({ length: 9 }, () => 409), 429, 429])
  })

  test('a new email address is taken right after signing in, and in another spelling is none', async () => {
    const { email } = await desk.person('client')
    const me = await desk.signIn(email)
    expect((await me.put<CurrentUser>('/api/profile', aProfile(email.toUpperCase()))).body).toMatchObject({
      firstName: 'Ida',
      email,
    })
    const changed = await me.put<CurrentUser>('/api/profile', aProfile(`new.${email}`))
    expect(changed.body.email).toBe(`new.${email}`)
  })

  test('a new email address counts once the link that is mailed to it was opened', async () => {
    const smtp = await startSmtp()
    expect((await admin.put('/api/admin/email-settings', settingsFor(smtp))).status).toBe(200)
    const { email } = await desk.person('client')
    const me = await desk.signIn(email)
    const other = await desk.signedIn('client')
    const own = async () => (await me.get<CurrentUser>('/api/auth/user')).body
    const wanted = `wanted.${email}`
    const ask = aProfile(wanted)
    const mails = () => receivedBy(smtp, wanted)
    const tokenOf = async (count: number) => {
      await vi.waitFor(() => expect(mails()).toHaveLength(count), { timeout: 15_000 })
      return /\/profile\?token=([\w-]{43})\n/.exec(mails().at(-1)?.mail.text ?? '')?.[1] ?? ''
    }
    const confirm = (by: Caller, token: string) => by.post('/api/profile/email/confirm', { token })

    expect((await me.put<CurrentUser>('/api/profile', ask)).body).toMatchObject({
      firstName: 'Ida',
      email,
      pendingEmail: wanted,
    })
    const first = await tokenOf(1)
    expect((await me.post('/api/profile/email/link')).status).toBe(200)
    const second = await tokenOf(2)
    for (const [by, token] of [
      [me, first],
      [me, 'made up'],
    ] as const)
      expect((await confirm(by, token)).body['issues']).toEqual([
        { path: 'token', message: expect.stringContaining('no longer valid') },
      ])
    expect((await confirm(other, second)).body['issues']).toEqual([
      {
        path: 'token',
        message: 'This link belongs to another account. Sign in as Ida Lund, then open it again.',
      },
    ])
    expect((await own()).email).toBe(email)
    expect((await confirm(me, second)).status).toBe(200)
    expect(await own()).not.toHaveProperty('pendingEmail')
    expect((await own()).email).toBe(wanted)
    await vi.waitFor(() => expect(smtp.received.some(({ to }) => to.includes(email))).toBe(true), {
      timeout: 15_000,
    })
    expect((await confirm(me, second)).status).toBe(400)

    // Taken back, or ended by a new password: the link is worth nothing then.
    for (const end of [
      () => me.delete('/api/profile/email'),
      () => me.post('/api/profile/password', { currentPassword: password, newPassword: 'newer one' }),
    ]) {
      await me.put('/api/profile', aProfile(`again.${email}`))
      expect((await own()).pendingEmail).toBe(`again.${email}`)
      expect((await end()).status).toBe(200)
      expect(await own()).not.toHaveProperty('pendingEmail')
    }
    expect((await me.delete('/api/profile/email')).status).toBe(409)
    await desk.database.pool.query('delete from smtp_settings')
    await smtp.close()
  })

  test('the former email address is told of the new one, whoever has changed it', async () => {
    const smtp = await startSmtp()
    expect((await admin.put('/api/admin/email-settings', settingsFor(smtp))).status).toBe(200)
    const { email, id } = await desk.person('client')
    await admin.put(`/api/users/${id}`, { email: `new.${email}` })
    await vi.waitFor(
      () => {
        expect(receivedBy(smtp, email).map(({ mail }) => mail.text)).toEqual([
          expect.stringContaining(`changed to new.${email}`),
        ])
      },
      { timeout: 15_000 },
    )
    await desk.database.pool.query('delete from smtp_settings')
    await smtp.close()
  })

  test('a new password needs the current one, and ends every other session', async () => {
    const { email } = await desk.person('client')
    const [here, there] = [await desk.signIn(email), await desk.signIn(email)]
    const wrong = await here.post('/api/profile/password', { currentPassword: 'x', newPassword: 'newer one' })
    expect([wrong.status, wrong.body.message]).toEqual([400, 'This is not your current password'])
    const right = await here.post('/api/profile/password', {
      currentPassword: password,
      newPassword: 'newer one',
    })
    expect(right.status).toBe(200)
    expect([await isSignedIn(here), await isSignedIn(there)]).toEqual([true, false])
    expect(await isSignedIn(await desk.signIn(email, 'newer one'))).toBe(true)
    await expect(desk.signIn(email, password)).rejects.toThrow('401')
  })

  test('guessing the current password is refused after ten failures', async () => {
    const me = await desk.signedIn('client')
    const guess = { currentPassword: 'x', newPassword: 'newer one' }
    for (let failures = 0; failures < 10; failures++) await me.post('/api/profile/password', guess)
    expect((await me.post('/api/profile/password', guess)).status).toBe(429)
  })

  test('people see where they are signed in, and end one session without ending the others', async () => {
    const { email } = await desk.person('client')
    const [here, there] = [await desk.signIn(email), await desk.signIn(email)]
    const { body } = await here.get<Session[]>('/api/sessions')
    expect(body.filter(({ isThis }) => isThis)).toHaveLength(1)
    expect(body).toHaveLength(2)
    const other = body.find(({ isThis }) => !isThis)!
    const stranger = await desk.signedIn('super_user')
    expect((await stranger.delete(`/api/sessions/${other.id}`)).status).toBe(404)
    expect((await here.delete(`/api/sessions/${other.id}`)).status).toBe(200)
    expect([await isSignedIn(here), await isSignedIn(there)]).toEqual([true, false])
  })

  test('a super user sees where somebody is signed in and ends it, which the log tells of', async () => {
    const { id, email } = await desk.person('helpdesk')
    const [here, there] = [await desk.signIn(email), await desk.signIn(email)]
    const root = await desk.signedIn('super_user')
    const { body } = await root.get<Session[]>(`/api/users/${id}/sessions`)
    expect(body.map(({ isThis }) => isThis)).toEqual([false, false])
    const own = (await there.get<Session[]>('/api/sessions')).body.find(({ isThis }) => isThis)!
    const path = `/api/users/${id}/sessions/${own.id}`
    // Not by the address of somebody else.
    expect((await root.delete(`/api/users/${root.id}/sessions/${own.id}`)).status).toBe(404)
    expect((await root.delete(path)).status).toBe(200)
    expect((await root.delete(path)).status).toBe(404)
    expect([await isSignedIn(here), await isSignedIn(there)]).toEqual([true, false])
    expect((await root.get(`/api/users/${crypto.randomUUID()}/sessions`)).status).toBe(404)
    const { rows } = await desk.database.pool.query(
      "select actor_id from events where type = 'auth.sessions_ended' and subject_id = $1",
      [id],
    )
    expect(rows).toEqual([{ actor_id: root.id }])
  })
})
