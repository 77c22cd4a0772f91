import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TicketDetail } from '#features/conversation/contract.ts'
import type { CurrentUser, User } from '#features/users/contract.ts'
import { users } from '#tables/users.ts'
import { aClient, aTicket } from '#test/factories.ts'
import { password, startApp, type Caller, type TestApp } from '#test/harness.ts'
import type { AccountCounts, RoleRequest } from '../contract.ts'

let desk: TestApp
let admin: Caller
let url: string
beforeAll(async () => {
  desk = await startApp()
  admin = await desk.signedIn('super_user')
  url = await desk.listen()
})
afterAll(() => desk.close())

let numbered = 0
const anAccount = (some: Record<string, unknown> = {}) => ({
  email: `account${++numbered}@example.com`,
  firstName: 'Ada',
  lastName: `Berg${numbered}`,
  role: 'internal',
  companyName: 'Acme',
  password: 'secret',
  ...some,
})
const isSignedIn = async (who: Caller) => (await who.get('/api/auth/user')).status === 200

describe('creating users', () => {
  test('a super user creates a user, who can then sign in', async () => {
    const account = anAccount({ mobileNumber: '+4915112345' })
    const { status, body } = await admin.post<User>('/api/users', account)
    expect(status).toBe(201)
    const { password: _, ...shown } = account
    expect(body).toMatchObject({ ...shown, isActive: true })
    expect(JSON.stringify(body)).not.toMatch(/password|argon2/)
    expect(await isSignedIn(await desk.signIn(account.email, 'secret'))).toBe(true)
  })

  test.each([
    ['email', 'nonsense', 'Please enter a valid email address'],
    ['firstName', ' ', 'First name is required'],
    ['lastName', '', 'Last name is required'],
    ['companyName', '', 'Company name is required'],
    ['companyName', undefined, 'Company name is required'],
    ['password', '12345', 'Password must be at least 6 characters'],
    ['mobileNumber', '0123', 'Invalid phone number. Must be E.164 format (e.g., +1234567890)'],
    ['role', 'admin', 'Role must be one of: client, internal, helpdesk, super_user'],
  ])('a new user whose %s is %j is refused with its sentence', async (field, value, message) => {
    const { status, body } = await admin.post('/api/users', anAccount({ [field]: value }))
    expect([status, body.message]).toEqual([400, message])
  })

  test('nobody gets an address that ends in .invalid, and whoever has one keeps it', async () => {
    const [email, message] = ['whatsapp@Channel.invalid', 'Addresses that end in .invalid are reserved']
    const account = anAccount({ email })
    const { password: _, ...invited } = account
    const { id, email: own } = await desk.person('client')
    const ana = await desk.signIn(own)
    const profile = { firstName: 'Ana', lastName: 'Berg', currentPassword: password }
    for (const { status, body } of [
      await desk.nobody.post('/api/auth/register', account),
      await admin.post('/api/users', account),
      await admin.post('/api/users', { ...invited, invite: true }),
      await admin.put(`/api/users/${id}`, { email }),
      await ana.put('/api/profile', { ...profile, email }),
    ])
      expect([status, body]).toMatchObject([400, { message, issues: [{ path: 'email' }] }])

    const had = 'ben@before.invalid'
    const ben = await desk.signedIn('client', { email: had })
    expect((await admin.put(`/api/users/${ben.id}`, { email: had, firstName: 'Ben' })).status).toBe(200)
    const { status, body } = await ben.put('/api/profile', { ...profile, email: had })
    expect([status, body]).toMatchObject([200, { email: had, firstName: 'Ana' }])
  })

  test('a new user without a role is a client, and an address is given once, however it is written', async () => {
    const { role: _, ...account } = anAccount()
    expect((await admin.post<User>('/api/users', account)).body.role).toBe('client')
    const again = await admin.post('/api/users', anAccount({ email: ` ${account.email.toUpperCase()}` }))
    expect([again.status, again.body.message]).toEqual([409, 'A user with this email already exists.'])
  })
})

describe('finding users', () => {
  test('users are found by name, address and company, without regard to case and accents', async () => {
    const mark = `Zoë${++numbered}`
    await admin.post('/api/users', anAccount({ firstName: mark, companyName: 'Ünïted' }))
    for (const search of [mark.toLowerCase().replace('ë', 'e'), `${mark} Berg`, 'unïted']) {
      const { body } = await admin.get<User[]>(`/api/users?search=${encodeURIComponent(search)}`)
      expect(body.map(({ firstName }) => firstName)).toContain(mark)
    }
    expect((await admin.get<User[]>('/api/users?search=%25')).body).toEqual([])
  })

  test('all users are answered unless a page is asked for, and the counts agree', async () => {
    const { body: all } = await admin.get<User[]>('/api/users')
    const { body: counts } = await admin.get<AccountCounts>('/api/users/counts')
    expect(counts.total).toBe(all.length)
    expect(counts.byRole.internal).toBe(all.filter(({ role }) => role === 'internal').length)
    const pages = await Promise.all(
      [0, 3, 6].map((offset) => admin.get<User[]>(`/api/users?limit=3&offset=${offset}`)),
    )
    expect(pages.flatMap(({ body }) => body)).toEqual(all.slice(0, 9))
    expect((await admin.get<User[]>('/api/users?role=super_user')).body.map(({ id }) => id)).toEqual([
      admin.id,
    ])
  })

  test('helpdesk sees names, addresses, whether these are confirmed, and roles of users and nothing else; internal staff and clients see nothing', async () => {
    const helpdesk = await desk.signedIn('helpdesk')
    const { body } = await helpdesk.get<User[]>('/api/users')
    for (const user of body)
      expect(Object.keys(user).sort()).toEqual([
        'email',
        'firstName',
        'id',
        'isEmailConfirmed',
        'lastName',
        'role',
      ])
    expect((await helpdesk.get('/api/users/counts')).status).toBe(403)
    for (const role of ['client', 'internal'] as const)
      expect((await (await desk.signedIn(role)).get('/api/users')).status).toBe(403)
  })

  test('company names come from users and clients, each once, in order, and never empty', async () => {
    await admin.post('/api/users', anAccount({ companyName: 'Nordlys' }))
    await admin.post('/api/users', anAccount({ companyName: 'Nordlys' }))
    await admin.post('/api/clients', { name: 'Aurora' })
    await admin.post('/api/clients', { name: 'Dormant', isActive: false })
    const { body } = await admin.get<string[]>('/api/company-names')
    expect(body.filter((name) => name === 'Nordlys')).toHaveLength(1)
    expect(body).toEqual(expect.arrayContaining(['Aurora', 'Dormant']))
    expect(body).not.toContain('')
    expect(body).toEqual([...body].sort((a, b) => a.localeCompare(b, 'en')))
  })
})

describe('changing users', () => {
  test('a change of a user touches only the fields that are sent', async () => {
    const { body: before } = await admin.post<User>('/api/users', anAccount())
    const { status, body } = await admin.put<User>(`/api/users/${before.id}`, { lastName: 'Stone' })
    expect(status).toBe(200)
    expect(body).toEqual({ ...before, lastName: 'Stone', updatedAt: body.updatedAt })
    expect((await admin.get<User[]>('/api/users?search=Stone')).body.map(({ id }) => id)).toContain(before.id)
  })

  test.each([
    ['email', 'nonsense', 'Please enter a valid email address'],
    ['firstName', '', 'First name is required'],
    ['lastName', ' ', 'Last name is required'],
    ['companyName', '', 'Company name is required'],
    ['role', 'admin', 'Role must be one of: client, internal, helpdesk, super_user'],
    ['mobileNumber', '+1', 'Invalid phone number. Must be E.164 format (e.g., +1234567890)'],
  ])('a change of %s to %j is refused with its sentence', async (field, value, message) => {
    const { id } = await desk.person('internal')
    const { status, body } = await admin.put(`/api/users/${id}`, { [field]: value })
    expect([status, body.message]).toEqual([400, message])
  })

  test.each([
    ['+12', '+12'],
    ['+123456789012345', '+123456789012345'],
    ['', null],
  ])('the mobile number %j is stored as %j', async (mobileNumber, kept) => {
    const { id } = await desk.person('internal')
    const { status, body } = await admin.put<User>(`/api/users/${id}`, { mobileNumber })
    expect([status, body.mobileNumber]).toEqual([200, kept])
  })

  test('a password sent along with a change of a user is ignored', async () => {
    const { email, id } = await desk.person('internal')
    const sent = { lastName: 'Stone', password: 'another' }
    expect((await admin.put(`/api/users/${id}`, sent)).status).toBe(200)
    await expect(desk.signIn(email, 'another')).rejects.toThrow('401')
    expect(await isSignedIn(await desk.signIn(email))).toBe(true)
  })

  test('a change of a user that sends only a password, or nothing, is refused', async () => {
    const { email, id } = await desk.person('internal')
    expect((await admin.put(`/api/users/${id}`, { password: 'another' })).status).toBe(400)
    expect(await isSignedIn(await desk.signIn(email))).toBe(true)
    expect((await admin.put(`/api/users/${id}`, { companyName: '' })).body.message).toBe(
      'Company name is required',
    )
  })

  test('a new role ends the sessions, and a user who becomes a client gives open tickets back', async () => {
    const agent = await desk.signedIn('internal')
    const open = await aTicket(admin)
    const resolved = await aTicket(admin)
    for (const ticket of [open, resolved])
      await admin.put(`/api/tickets/${ticket.id}`, { assignedToId: agent.id })
    await admin.put(`/api/tickets/${resolved.id}`, { status: 'resolved' })

    expect((await admin.put(`/api/users/${agent.id}`, { role: 'client' })).status).toBe(200)
    expect(await isSignedIn(agent)).toBe(false)
    const assignee = async ({ id }: { id: string }) =>
      (await admin.get<TicketDetail>(`/api/tickets/${id}`)).body.assignedToId
    expect([await assignee(open), await assignee(resolved)]).toEqual([null, agent.id])
  })

  test('a new name leaves the sessions of a user alone', async () => {
    const agent = await desk.signedIn('internal')
    await admin.put(`/api/users/${agent.id}`, { firstName: 'Eve' })
    expect(await isSignedIn(agent)).toBe(true)
  })
})

describe('deactivating users', () => {
  test('a deactivated user is signed out, cannot sign in, and gives open tickets back', async () => {
    const { email, id } = await desk.person('internal')
    const agent = await desk.signIn(email)
    const ticket = await aTicket(admin)
    await admin.put(`/api/tickets/${ticket.id}`, { assignedToId: id })

    expect((await admin.post<User>(`/api/users/${id}/disable`)).body.isActive).toBe(false)
    expect(await isSignedIn(agent)).toBe(false)
    await expect(desk.signIn(email)).rejects.toThrow('401')
    expect((await admin.get<TicketDetail>(`/api/tickets/${ticket.id}`)).body.assignedToId).toBeNull()
    expect((await admin.put(`/api/tickets/${ticket.id}`, { assignedToId: id })).status).toBe(400)

    expect((await admin.post<User>(`/api/users/${id}/enable`)).body.isActive).toBe(true)
    expect(await isSignedIn(await desk.signIn(email))).toBe(true)
  })

  test('no user deactivates themselves, and the last super user stays one', async () => {
    const other = await startApp()
    const one = await other.signedIn('super_user')
    expect((await one.post(`/api/users/${one.id}/disable`)).status).toBe(409)
    expect((await one.put(`/api/users/${one.id}`, { role: 'helpdesk' })).status).toBe(409)
    const inCapitals = one.id.toUpperCase()
    expect((await one.post(`/api/users/${inCapitals}/disable`)).status).toBe(409)
    expect((await one.put(`/api/users/${inCapitals}`, { role: 'helpdesk' })).status).toBe(409)
    // An invited person who has not come yet could not help.
    await other.person('super_user', { passwordHash: null })
    expect((await one.put(`/api/users/${one.id}`, { role: 'helpdesk' })).status).toBe(409)
    const two = await other.signedIn('super_user')
    expect((await two.post(`/api/users/${one.id}/disable`)).status).toBe(200)
    expect((await two.put(`/api/users/${two.id}`, { role: 'client' })).status).toBe(409)
    await other.close()
  })

  test('two super users who demote each other at once leave one super user', async () => {
    const other = await startApp()
    const [one, two] = await Promise.all([other.signedIn('super_user'), other.signedIn('super_user')])
    const answers = await Promise.all([
      one.put(`/api/users/${two.id}`, { role: 'client' }),
      two.put(`/api/users/${one.id}`, { role: 'client' }),
    ])
    const left = await other.database.db.select().from(users).where(eq(users.role, 'super_user'))
    expect(left).toHaveLength(1)
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.every(({ status }) => status < 500)).toBe(true)
    await other.close()
  })
})

describe('requests for a role', () => {
  const ask = async (some: Record<string, unknown> = {}) => {
    const asked = anAccount({ role: 'helpdesk', ...some })
    const answer = await fetch(`${url}/api/auth/register`, {
      method: 'POST',
      // As a proxy passes it on: not from this machine, so a role is only asked for.
      headers: { 'content-type': 'application/json', 'x-forwarded-for': '203.0.113.7' },
      body: JSON.stringify(asked),
    })
    expect(answer.status).toBe(201)
    const { body } = await admin.get<RoleRequest[]>('/api/role-requests')
    return { asked, request: body.find(({ email }) => email === asked.email)! }
  }

  test('a person who asked for a role works as a client until a super user approves, and then signs in again', async () => {
    const { asked, request } = await ask()
    expect(request).toMatchObject({ requestedRole: 'helpdesk', name: `Ada ${asked.lastName}` })
    const waiting = await desk.signIn(asked.email, 'secret')
    expect((await waiting.get<CurrentUser>('/api/auth/user')).body).toMatchObject({
      role: 'client',
      requestedRole: 'helpdesk',
    })
    const { version } = request
    expect((await admin.post(`/api/role-requests/${request.id}/approve`, { version })).status).toBe(200)
    expect(await isSignedIn(waiting)).toBe(false)
    const now = await desk.signIn(asked.email, 'secret')
    expect((await now.get<CurrentUser>('/api/auth/user')).body.role).toBe('helpdesk')
    expect((await admin.post(`/api/role-requests/${request.id}/approve`, { version })).status).toBe(409)
  })

  test('a person whose request is declined stays a client, and the request is gone', async () => {
    const { asked, request } = await ask()
    await admin.post(`/api/role-requests/${request.id}/deny`, { version: request.version })
    const user = await desk.signIn(asked.email, 'secret')
    const { body } = await user.get<CurrentUser>('/api/auth/user')
    expect([body.role, body.requestedRole]).toEqual(['client', undefined])
  })

  test('a person who changes their name or address after asking for a role has to ask again', async () => {
    const { asked, request } = await ask()
    const user = await desk.signIn(asked.email, 'secret')
    const profile = { firstName: 'The', lastName: 'Boss', email: asked.email, companyName: 'Acme' }
    expect((await user.put('/api/profile', profile)).status).toBe(200)
    const { body } = await admin.get<RoleRequest[]>('/api/role-requests')
    expect(body.map(({ id }) => id)).not.toContain(request.id)
    const late = await admin.post(`/api/role-requests/${request.id}/approve`, { version: request.version })
    expect(late.status).toBe(409)
  })

  test('a request for a role ends after two weeks', async () => {
    const { asked, request } = await ask()
    const roleAsked = async () =>
      (await (await desk.signIn(asked.email, 'secret')).get<CurrentUser>('/api/auth/user')).body.requestedRole
    expect(await roleAsked()).toBe('helpdesk')
    desk.clock.advance(15 * 24 * 60 * 60 * 1000)
    const later = await desk.signedIn('super_user')
    expect(await roleAsked()).toBeUndefined()
    const { body } = await later.get<RoleRequest[]>('/api/role-requests')
    expect(body.map(({ id }) => id)).not.toContain(request.id)
    for (const decision of ['approve', 'deny']) {
      const late = await later.post(`/api/role-requests/${request.id}/${decision}`, {
        version: request.version,
      })
      expect([late.status, late.body.message]).toEqual([409, expect.stringContaining('14 days')])
    }
    desk.clock.advance(-15 * 24 * 60 * 60 * 1000)
  })
})

describe('a new person of a client', () => {
  const body = (some: object) => ({
    email: `kit${crypto.randomUUID()}@example.com`,
    firstName: 'Kit',
    lastName: 'Kettle',
    password: 'secret',
    companyName: 'Kettle & Sons',
    ...some,
  })

  test('belongs to it from the beginning, in the role given', async () => {
    const { id, name } = await aClient(admin, { name: 'Kettle & Sons' })
    const people = async () => {
      const { body: found } =
        await admin.get<{ id: string; clientUsers: { role: string; user: { id: string } }[] }[]>(
          '/api/clients',
        )
      return found.find((one) => one.id === id)?.clientUsers.map(({ role, user }) => [user.id, role])
    }
    const kit = await admin.post<{ id: string }>('/api/users', body({ clientId: id }))
    const may = await admin.post<{ id: string }>('/api/users', body({ clientId: id, clientRole: 'contact' }))
    const alone = await admin.post<{ id: string }>('/api/users', body({ companyName: name }))
    expect([kit.status, may.status, alone.status]).toEqual([201, 201, 201])
    expect(await people()).toEqual(
      expect.arrayContaining([
        [kit.body.id, 'employee'],
        [may.body.id, 'contact'],
      ]),
    )
    expect(await people()).toHaveLength(2)
  })

  test.each([
    [{ clientRole: 'lead' }, 'clientRole must be one of: employee, admin, contact', 'clientRole'],
    [{ role: 'helpdesk' }, 'Only a person with the role client belongs to a client', 'clientId'],
    [{ clientId: crypto.randomUUID() }, 'There is no such client', 'clientId'],
  ])('%j is refused, and nobody is created', async (some, message, path) => {
    const { id } = await aClient(admin)
    const sent = body({ clientId: id, ...some })
    const { status, body: said } = await admin.post('/api/users', sent)
    expect([status, said]).toMatchObject([400, { message, issues: [{ path }] }])
    const { body: found } = await admin.get<unknown[]>(`/api/users?search=${encodeURIComponent(sent.email)}`)
    expect(JSON.stringify(found)).not.toContain(sent.email)
  })
})
