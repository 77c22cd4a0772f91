import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { CurrentUser, User } from '#features/users/contract.ts'
import { aClient, aComment, aProduct, assign, aTicket } from '#test/factories.ts'
import { startApp, type Caller, type TestApp } from '#test/harness.ts'
import { sendThrough, untilMailed } from '#test/mails.ts'
import { receivedBy, startSmtp, type Smtp } from '#test/services/smtp.ts'

let desk: TestApp
let root: Caller
let smtp: Smtp
beforeAll(async () => {
  desk = await startApp({ auth: { registration: 'approval', isPrivateTrial: false } })
  root = await desk.signedIn('super_user')
  smtp = await startSmtp()
})
afterAll(async () => {
  await desk.close()
  await smtp.close()
})

let numbered = 0
/** Somebody who says of themselves what they like. */
async function registered(some: Record<string, unknown> = {}) {
  const email = `stranger${++numbered}@elsewhere.example`
  const asked = { email, password: 'secret', firstName: 'Eve', lastName: 'Stranger', ...some }
  const { status, body } = await desk.nobody.post<CurrentUser>('/api/auth/register', asked)
  if (status !== 201) throw new Error(`registering answered ${status}`)
  return { ...body, email, me: await desk.signIn(email, 'secret') }
}

async function isConfirmed(id: string): Promise<boolean> {
  const { body } = await root.get<User[]>(`/api/users?id=${id}`)
  return body[0]!.isEmailConfirmed
}

test('an address that somebody registers with is not confirmed, one that a super user gives is', async () => {
  const { id } = await registered()
  expect(await isConfirmed(id)).toBe(false)
  const made = await root.post<User>('/api/users', {
    email: 'made@desk.example',
    firstName: 'Ada',
    lastName: 'Berg',
    companyName: 'Acme',
    password: 'secret',
  })
  expect(made.body.isEmailConfirmed).toBe(true)
})

const vouching: Record<string, (by: Caller, id: string) => Promise<{ status: number }>> = {
  'confirms the address': (by, id) => by.post(`/api/users/${id}/email/confirm`),
  'gives a role': (by, id) => by.put(`/api/users/${id}`, { role: 'internal' }),
  'gives another address': (by, id) => by.put(`/api/users/${id}`, { email: `${id}@desk.example` }),
  'approves a request for a role': async (by) => {
    const { body } = await by.get<{ id: string }[]>('/api/role-requests')
    return by.post(`/api/role-requests/${body[0]!.id}/approve`, { version: 1 })
  },
  'assigns somebody to a client': async (by, id) => {
    await assign(by, (await aClient(root)).id, id, 'contact')
    return { status: 200 }
  },
}

test.each(Object.keys(vouching))('a super user who %s vouches for the address', async (what) => {
  const { id } = await registered({ role: 'helpdesk' })
  const waiting = async () =>
    (await root.get<{ isEmailConfirmed: boolean; user: { id: string } }[]>('/api/role-requests')).body.filter(
      ({ user }) => user.id === id,
    )
  expect(await waiting()).toMatchObject([{ isEmailConfirmed: false }])
  expect((await vouching[what]!(root, id)).status).toBe(200)
  expect(await isConfirmed(id)).toBe(true)
  for (const asked of await waiting()) {
    expect(asked.isEmailConfirmed).toBe(true)
    await root.post(`/api/role-requests/${(asked as unknown as { id: string }).id}/deny`, { version: 1 })
  }
})

test('the other changes of a super user vouch for nothing', async () => {
  const { id } = await registered()
  await root.put(`/api/users/${id}`, { firstName: 'Eva', role: 'client', companyName: 'Acme' })
  await root.post(`/api/users/${id}/disable`)
  await root.post(`/api/users/${id}/enable`)
  expect(await isConfirmed(id)).toBe(false)
})

test('a team of a product vouches where a super user makes it, and not where helpdesk does', async () => {
  const trial = await startApp({ database: desk.database, auth: { registration: 'open' } })
  const join = async () => {
    const email = `staff${++numbered}@elsewhere.example`
    const asked = { email, password: 'secret', firstName: 'Eve', lastName: 'Staff', role: 'internal' }
    return (await trial.nobody.post<CurrentUser>('/api/auth/register', asked)).body.id
  }
  const helpdesk = await desk.signedIn('helpdesk')
  const product = await aProduct(root, { name: 'Oven control' })
  for (const [by, isVouchedFor] of [
    [helpdesk, false],
    [root, true],
  ] as const) {
    const [added, named] = [await join(), await join()]
    const { status, body } = await by.post<{ user: { isEmailConfirmed: boolean } }>(
      `/api/products/${product}/users`,
      { userId: added, role: 'tester' },
    )
    expect([status, body.user.isEmailConfirmed]).toEqual([201, isVouchedFor])
    const team = { name: 'Fan', userAssignments: [{ userId: named, role: 'tester' }] }
    expect((await by.post('/api/products', team)).status).toBe(201)
    expect([await isConfirmed(added), await isConfirmed(named)]).toEqual([isVouchedFor, isVouchedFor])
  }
  await trial.close()
})

test('another address of one’s own is no more than said where no mail server could tell', async () => {
  const { id, email } = await desk.person('client')
  const me = await desk.signIn(email)
  const change = (some: object) =>
    me.put('/api/profile', { firstName: 'Ida', lastName: 'Berg', companyName: '', ...some })
  await change({ email })
  expect(await isConfirmed(id)).toBe(true)
  await change({ email: `chief.${email}` })
  expect(await isConfirmed(id)).toBe(false)
})

test('the first mails to somebody who registered carry a link that proves the address, once', async () => {
  await sendThrough(root, smtp)
  const { id, email, me } = await registered({
    firstName: 'Your account was locked,',
    lastName: 'see http://evil.example/login or evil.example',
  })
  const ticket = await aTicket(me)
  const mails = () => receivedBy(smtp, email).map(({ mail }) => mail)
  const tokensIn = (text = '') =>
    [...text.matchAll(/\/confirm\?token=([\w-]{43})$/gm)].map(([, token]) => token)
  const tell = async (count: number) => {
    await aComment(root, ticket.id, `Comment ${count}`)
    await untilMailed(desk)
    expect(mails()).toHaveLength(count)
    return tokensIn(mails().at(-1)?.text)
  }
  const [token] = await tell(1)
  expect(mails()[0]!.to).toEqual([{ name: 'Your account was locked, see or', address: email }])
  expect(mails()[0]!.text).not.toContain('evil.example/login')
  expect(mails()[0]!.html).toContain(`/confirm?token=${token}`)
  // It stays the same until it expires, so that each mail has one that works.
  expect(await tell(2)).toEqual([token])

  const prove = (some: string) => desk.nobody.post('/api/auth/email/confirm', { token: some })
  expect((await prove('made up')).status).toBe(400)
  expect(await isConfirmed(id)).toBe(false)
  // Nor is it a link to another address that somebody waits for.
  expect((await me.post('/api/profile/email/confirm', { token })).status).toBe(400)
  expect((await prove(token!)).status).toBe(200)
  expect(await isConfirmed(id)).toBe(true)
  expect((await prove(token!)).status).toBe(400)
  expect(await tell(3)).toEqual([])
  const { rows } = await desk.database.pool.query(
    "select data from events where type = 'user.email_proved' and subject_id = $1",
    [id],
  )
  expect(rows).toHaveLength(1)
})

test('a link that proves an address ends with its time, with another address and with the account', async () => {
  await sendThrough(root, smtp)
  const tokenFor = async () => {
    const one = await registered()
    const ticket = await aTicket(one.me)
    await aComment(root, ticket.id, 'Hello')
    await untilMailed(desk)
    expect(receivedBy(smtp, one.email)).toHaveLength(1)
    const text = receivedBy(smtp, one.email)[0]!.mail.text ?? ''
    return { ...one, token: /\/confirm\?token=([\w-]{43})$/m.exec(text)?.[1] }
  }
  const refused = async (token: string | undefined) =>
    expect((await desk.nobody.post('/api/auth/email/confirm', { token })).body['issues']).toEqual([
      { path: 'token', message: 'This link is no longer valid: it was used before, or has expired.' },
    ])
  const moved = await tokenFor()
  await root.put(`/api/users/${moved.id}`, { email: `moved.${moved.email}` })
  await refused(moved.token)
  const gone = await tokenFor()
  await root.post(`/api/users/${gone.id}/disable`)
  await refused(gone.token)
  const asking = await tokenFor()
  const profile = { firstName: 'Eve', lastName: 'Stranger', companyName: '', email: `wanted.${asking.email}` }
  expect((await asking.me.put<CurrentUser>('/api/profile', profile)).body.pendingEmail).toBe(profile.email)
  await refused(asking.token)
  const late = await tokenFor()
  expect((await late.me.get<CurrentUser>('/api/auth/user')).body.pendingEmail).toBeUndefined()
  desk.clock.advance(7 * 24 * 60 * 60_000 + 1)
  await refused(late.token)
})

test('a link to set a password proves the address, too', async () => {
  root = await desk.signedIn('super_user')
  await sendThrough(root, smtp)
  const { id, email } = await registered()
  await desk.nobody.post('/api/auth/forgot', { email })
  await vi.waitFor(() => expect(receivedBy(smtp, email)).toHaveLength(1), { timeout: 15_000 })
  const [, token] = /\/reset\?token=([\w-]{43})\n/.exec(receivedBy(smtp, email)[0]!.mail.text ?? '') ?? []
  expect(await isConfirmed(id)).toBe(false)
  expect((await desk.nobody.post('/api/auth/reset', { token, password: 'a new one' })).status).toBe(200)
  expect(await isConfirmed(id)).toBe(true)
})

test('somebody who registered is sent ten mails a day, until the address is confirmed', async () => {
  root = await desk.signedIn('super_user')
  await sendThrough(root, smtp)
  const { id, email, me } = await registered()
  const ticket = await aTicket(me)
  // The summary of the day comes besides.
  const ofTicket = () =>
    receivedBy(smtp, email).filter(({ mail }) => mail.subject?.includes(ticket.ticketNumber))
  for (let turn = 1; turn <= 13; turn++) await aComment(root, ticket.id, `Comment ${turn}`)
  await untilMailed(desk)
  expect(ofTicket()).toHaveLength(10)
  desk.clock.advance(24 * 60 * 60_000 + 1)
  await aComment(root, ticket.id, 'The day after')
  await untilMailed(desk)
  expect(ofTicket()).toHaveLength(11)
  root = await desk.signedIn('super_user')
  await root.post(`/api/users/${id}/email/confirm`)
  for (let turn = 1; turn <= 13; turn++) await aComment(root, ticket.id, `Comment ${turn}`)
  await untilMailed(desk)
  expect(ofTicket()).toHaveLength(24)
})
