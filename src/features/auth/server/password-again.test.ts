import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { aClient } from '#test/factories.ts'
import { password, startApp, type Caller, type TestApp } from '#test/harness.ts'
import { settingsFor } from '#test/services/smtp.ts'

let desk: TestApp
let root: Caller
let person: { id: string; email: string }
beforeAll(async () => {
  desk = await startApp({ settings: { LOGIN_FAILURES_PER_15_MINUTES: 3 } })
})
beforeEach(async () => {
  root = await desk.signedIn('super_user')
  person = await desk.person('client')
})
afterAll(() => desk.close())

const minuteMs = 60_000
const show = (by: Caller, some = password) => by.post('/api/auth/password', { password: some })
const nowhere = '00000000-0000-4000-8000-000000000000'

const ownProfile = (some: Record<string, unknown>) => () =>
  root.put('/api/profile', { firstName: 'Ida', lastName: 'Berg', companyName: '', ...some })
const account = (some: Record<string, unknown>) => () =>
  root.post('/api/users', {
    email: `made.${person.email}`,
    firstName: 'Ida',
    lastName: 'Berg',
    companyName: 'Acme',
    password: 'secret',
    ...some,
  })
const ownAddress = async () => (await root.get<{ email: string }>('/api/auth/user')).body.email
const server = settingsFor({ port: 1 })

/** Calls that take rights, data or secrets away, or give them. */
const guarded: Record<string, () => Promise<{ status: number; body: object }>> = {
  'one’s own address': () => ownProfile({ email: `new.${person.email}` })(),
  'one’s own number': async () => ownProfile({ email: await ownAddress(), mobileNumber: '+491701234567' })(),
  'the role of somebody': () => root.put(`/api/users/${person.id}`, { role: 'helpdesk' }),
  'the address of somebody': () => root.put(`/api/users/${person.id}`, { email: `other.${person.email}` }),
  'somebody new with a role': account({ role: 'super_user' }),
  'the mail server': () => root.put('/api/admin/email-settings', server),
  'the erasure of somebody': () => root.post(`/api/users/${person.id}/erasure`, { email: person.email }),
  'everything of a client': async () => root.get(`/api/clients/${(await aClient(root)).id}/export`),
  'how long people are kept': () => root.put('/api/retention/people', { months: 24 }),
}

test.each(Object.keys(guarded))(
  'to change or get %s, a sign-in of the last minutes is enough; later the password is asked for',
  async (what) => {
    const call = () => guarded[what]!()
    desk.clock.advance(16 * minuteMs)
    const late = await call()
    expect([late.status, late.body]).toEqual([
      403,
      { message: 'Enter your password to continue.', code: 'password_needed' },
    ])
    expect((await show(root)).status).toBe(200)
    desk.clock.advance(14 * minuteMs)
    expect((await call()).status).toBeLessThan(300)
  },
)

test.each(Object.keys(guarded))('%s is to be had right after signing in', async (what) => {
  expect((await guarded[what]!()).status).toBeLessThan(300)
})

test('everything else goes on with an old sign-in', async () => {
  await root.put('/api/admin/email-settings', server)
  desk.clock.advance(60 * minuteMs)
  for (const call of [
    async () => ownProfile({ email: await ownAddress() })(),
    () => root.put(`/api/users/${person.id}`, { firstName: 'Ada', role: 'client', email: person.email }),
    account({ role: 'client' }),
    () => root.put('/api/admin/email-settings', { emailTemplate: { subject: '{{subject}}' } }),
    () => root.get('/api/retention'),
  ])
    expect((await call()).status).toBeLessThan(300)
})

test('deleting for good wants the password, and a role request its approval; what is not there stays unknown', async () => {
  desk.clock.advance(16 * minuteMs)
  expect((await root.delete(`/api/deleted/${nowhere}`)).status).toBe(404)
  const approve = `/api/role-requests/${nowhere}/approve`
  expect((await root.post(approve, { version: 1 })).status).toBe(404)

  const ticket = await root.post<{ id: string }>('/api/tickets', {
    subject: 'Old',
    description: 'Old',
    customerName: 'Acme',
    productName: 'Printers',
  })
  await root.delete(`/api/tickets/${ticket.body.id}`)
  const { body } = await root.get<{ things: { id: string }[] }>('/api/deleted')
  const remove = () => root.delete(`/api/deleted/${body.things[0]!.id}`)
  expect((await remove()).body).toMatchObject({ code: 'password_needed' })
  await show(root)
  expect((await remove()).status).toBe(200)

  const email = `asks.${person.email}`
  const asking = { email, password: 'secret', firstName: 'Ida', lastName: 'Berg', role: 'helpdesk' }
  const exposed = await startApp({ database: desk.database, auth: { registration: 'approval' } })
  expect((await exposed.nobody.post('/api/auth/register', asking)).status).toBe(201)
  await exposed.close()
  const { body: asked } = await root.get<{ id: string }[]>('/api/role-requests')
  desk.clock.advance(16 * minuteMs)
  const decide = () => root.post(`/api/role-requests/${asked[0]!.id}/approve`, { version: 1 })
  expect((await decide()).body).toMatchObject({ code: 'password_needed' })
  await show(root)
  expect((await decide()).status).toBe(200)
})

test('a screen learns whether the password is needed; a wrong one is refused and guessing limited', async () => {
  const isNeeded = async () => (await root.get('/api/auth/password')).status
  expect(await isNeeded()).toBe(200)
  desk.clock.advance(16 * minuteMs)
  expect(await isNeeded()).toBe(403)
  for (let turn = 0; turn < 3; turn++) {
    const { status, body } = await show(root, 'wrong')
    expect([status, body['issues']]).toEqual([
      400,
      [{ path: 'password', message: 'This is not your current password' }],
    ])
  }
  expect((await show(root)).status).toBe(429)
  expect(await isNeeded()).toBe(403)
})

test('the password that was shown counts for the session in which it was shown', async () => {
  const { email } = await desk.person('super_user')
  const [here, there] = [await desk.signIn(email), await desk.signIn(email)]
  desk.clock.advance(16 * minuteMs)
  await show(here)
  expect((await here.get('/api/auth/password')).status).toBe(200)
  expect((await there.get('/api/auth/password')).status).toBe(403)
})
