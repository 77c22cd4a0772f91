import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { CurrentUser, User } from '#features/users/contract.ts'
import type { TicketPage } from '#features/tickets/contract.ts'
import type { TicketDetail } from '#features/conversation/contract.ts'
import { aClient, assign } from '#test/factories.ts'
import { password, startApp, type Caller, type TestApp } from '#test/harness.ts'
import { csv, importing } from '#test/importing.ts'
import { sendThrough } from '#test/mails.ts'
import { receivedBy, startSmtp } from '#test/services/smtp.ts'

let desk: TestApp
let root: Caller
beforeAll(async () => {
  desk = await startApp({ auth: { registration: 'open' } })
  // Nobody becomes the first administrator by registering.
  await desk.database.pool.query('update bootstrap set claimed_at = now()')
})
beforeEach(async () => {
  root = await desk.signedIn('super_user')
})
afterAll(() => desk.close())

const { imported, checkedFile, rowsOf, settled } = importing(() => root)

let numbered = 0
/** Somebody who has registered with whatever address and name they liked, and has a session. */
async function stranger(some: Record<string, unknown> = {}) {
  const email = `person${++numbered}@acme.example`
  const asked = { email, password: 'of a stranger', firstName: 'Mal', lastName: 'Lory', ...some }
  const { status, body } = await desk.nobody.post<CurrentUser>('/api/auth/register', asked)
  if (status !== 201) throw new Error(`registering answered ${status}`)
  return { ...body, email, me: await desk.signIn(email, 'of a stranger') }
}
type Stranger = Awaited<ReturnType<typeof stranger>>

const userOf = async ({ id }: { id: string }) => (await root.get<User[]>(`/api/users?id=${id}`)).body[0]!
const ticketsOf = async (by: Caller) => (await by.get<TicketPage>('/api/tickets?limit=100')).body.tickets
const isSignedIn = async ({ me }: Stranger) => (await me.get('/api/auth/user')).status === 200
const canSignIn = ({ email }: Stranger) =>
  desk.signIn(email, 'of a stranger').then(
    () => true,
    () => false,
  )

const number = () => `${880_000 + ++numbered}`
const aFileOfTickets = (...rows: string[]) => csv('Number,Subject,Client,Requester,Assigned to', ...rows)
const taken = { isUnconfirmed: true, reason: expect.stringContaining('takes the account over') }
const refused = { isUnconfirmed: true, reason: expect.stringContaining('Confirm it in User Management') }

test('a row of people gives no role and no company to who has registered with the address first', async () => {
  const [agent, contact] = [await stranger(), await stranger()]
  const company = await aClient(root, { name: 'Acme of the people' })
  const file = csv(
    'Email,First name,Last name,Role,Client,Role at the client',
    `${agent.email},Anna,Agent,helpdesk,,`,
    `${contact.email.toUpperCase()},Carl,Contact,client,${company.name},contact`,
    'new@acme.example,Nora,New,client,,',
  )
  const { counts, rows } = await imported('people', file)
  expect(counts).toMatchObject({ create: 1, update: 0, refused: 2 })
  expect(rows.slice(0, 2)).toMatchObject([
    { outcome: 'refused', label: agent.email, notes: [{ field: 'email', ...refused }] },
    { outcome: 'refused', label: contact.email, notes: [{ field: 'email', ...refused }] },
  ])
  expect(await userOf(agent)).toMatchObject({ role: 'client', firstName: 'Mal', isEmailConfirmed: false })
  expect(await ticketsOf(contact.me)).toEqual([])
  expect([await isSignedIn(agent), await isSignedIn(contact)]).toEqual([true, true])
})

test('an import of people, and any that takes accounts over, wants a sign-in of the last minutes', async () => {
  const { email, ...who } = await stranger({ role: 'internal' })
  const company = await aClient(root)
  const tickets = aFileOfTickets(`${number()},Theirs,${company.name},${email},`)
  const peopled = await checkedFile('people', csv('Email,First name', 'nora@acme.example,Nora'))
  const taking = await checkedFile('tickets', tickets, { unconfirmed: 'take_over' })
  const refusing = await checkedFile('tickets', tickets)
  desk.clock.advance(16 * 60_000)
  const run = (id: string) => root.post(`/api/imports/${id}/run`)
  for (const { id } of [peopled, taking])
    expect(await run(id)).toMatchObject({ status: 403, body: { code: 'password_needed' } })
  expect(await userOf(who)).toMatchObject({ role: 'internal', isEmailConfirmed: false })
  expect((await run(refusing.id)).status).toBe(200)
  await root.post('/api/auth/password', { password })
  expect((await run(taking.id)).status).toBe(200)
  await settled(taking.id)
  expect(await userOf(who)).toMatchObject({ role: 'client', isEmailConfirmed: true })
})

test('the people of a file take the accounts over where that is chosen: who had registered them has no way in', async () => {
  const [agent, contact] = [await stranger(), await stranger({ mobileNumber: '+491701234567' })]
  const [company, elsewhere] = [await aClient(root, { name: 'Acme taken' }), 'wanted@elsewhere.example']
  await desk.database.pool.query('update users set mobile_proved_at = now() where id = $1', [contact.id])
  // Links and codes that they have asked for, of which none may be left.
  const smtp = await startSmtp()
  await sendThrough(root, smtp)
  const profile = { firstName: 'Mal', lastName: 'Lory', companyName: '', mobileNumber: '+491701234567' }
  await contact.me.put('/api/profile', { ...profile, email: elsewhere })
  await desk.nobody.post('/api/auth/forgot', { email: contact.email })
  const linkTo = async (address: string, path: string) => {
    await vi.waitFor(() => expect(receivedBy(smtp, address)).not.toEqual([]), { timeout: 15_000 })
    const text = receivedBy(smtp, address).at(-1)?.mail.text ?? ''
    return new RegExp(`${path}\\?token=([\\w-]{43})`).exec(text)?.[1]
  }
  const links = {
    reset: await linkTo(contact.email, 'reset'),
    address: await linkTo(elsewhere, 'profile'),
  }
  expect(links).toEqual({ reset: expect.any(String), address: expect.any(String) })

  const file = csv(
    'Email,First name,Last name,Role,Client,Role at the client',
    `${agent.email},Anna,Agent,helpdesk,,`,
    `${contact.email},Carl,Contact,client,${company.name},contact`,
  )
  const { rows } = await imported('people', file, { unconfirmed: 'take_over' })
  for (const row of rows)
    expect(row).toMatchObject({
      outcome: 'update',
      notes: expect.arrayContaining([expect.objectContaining(taken)]),
    })
  for (const one of [agent, contact])
    expect([await isSignedIn(one), await canSignIn(one)]).toEqual([false, false])
  expect(await userOf(agent)).toMatchObject({
    role: 'helpdesk',
    firstName: 'Anna',
    isEmailConfirmed: true,
    isInvited: true,
  })
  expect(await userOf(contact)).toMatchObject({ firstName: 'Carl', mobileNumber: null, isInvited: true })
  for (const [path, body] of [
    ['/api/auth/reset', { token: links.reset, password: 'in again' }],
    ['/api/auth/email/confirm', { token: links.address }],
  ] as const)
    expect((await desk.nobody.post(path, body)).status).toBe(400)
  // The owner of the address asks for a password, as everybody does who was imported.
  await desk.nobody.post('/api/auth/forgot', { email: contact.email })
  await vi.waitFor(() => expect(receivedBy(smtp, contact.email)).toHaveLength(2), { timeout: 15_000 })
  const token = await linkTo(contact.email, 'reset')
  expect((await desk.nobody.post('/api/auth/reset', { token, password: 'their own' })).status).toBe(200)
  await desk.signIn(contact.email, 'their own')
  await desk.database.pool.query('delete from smtp_settings')
  await smtp.close()
})

test('a check takes nothing over', async () => {
  const one = await stranger()
  const file = csv('Email,First name,Last name,Role', `${one.email},Anna,Agent,helpdesk`)
  const { counts } = await checkedFile('people', file, { unconfirmed: 'take_over' })
  expect(counts).toMatchObject({ update: 1 })
  expect([await isSignedIn(one), await canSignIn(one)]).toEqual([true, true])
  expect(await userOf(one)).toMatchObject({ role: 'client', isEmailConfirmed: false })
})

test('no file takes the account of a super user, or a role that somebody has given themselves', async () => {
  const [chief, agent] = [await stranger({ role: 'super_user' }), await stranger({ role: 'helpdesk' })]
  const file = csv('Email,First name,Last name', `${chief.email},Anna,Agent`, `${agent.email},Carl,Contact`)
  const { rows } = await imported('people', file, { unconfirmed: 'take_over' })
  expect(rows.map(({ outcome }) => outcome)).toEqual(['refused', 'update'])
  expect(await isSignedIn(chief)).toBe(true)
  expect(await userOf(agent)).toMatchObject({ role: 'client' })
})

test('a ticket and a comment are not entered for who has registered with the address, but where that is chosen', async () => {
  const company = await aClient(root, { name: 'Acme of the tickets' })
  const fallback = await desk.person('internal', { firstName: 'Stan', lastName: 'Din' })
  const one = await stranger()
  const [first, second, third] = [number(), number(), number()]
  const strict = await imported(
    'tickets',
    aFileOfTickets(`${first},Secret,${company.name},${one.email},`, `${second},Known,${company.name},,`),
    { fallbackPersonId: null },
  )
  expect(strict.rows).toMatchObject([
    { outcome: 'refused', notes: [{ field: 'requester', ...refused }] },
    { outcome: 'refused', notes: [{ reason: 'Requester is required' }] },
  ])
  const entered = await imported(
    'tickets',
    aFileOfTickets(`${second},Secret,${company.name},${one.email},`),
    { fallbackPersonId: fallback.id },
  )
  expect(entered.rows).toMatchObject([
    {
      outcome: 'create',
      notes: [
        {},
        { field: 'requester', isUnconfirmed: true, reason: expect.stringContaining('Stan Din') },
      ].slice(-1),
    },
  ])
  const comments = csv('Ticket,Author,Comment', `${second},${one.email},The secret`)
  expect((await imported('comments', comments)).rows).toMatchObject([
    { outcome: 'refused', notes: [{ field: 'author', ...refused }] },
  ])
  expect(await ticketsOf(one.me)).toEqual([])

  // Once the address is confirmed, what was entered for somebody else is given to them.
  const confirmed = await stranger()
  const file = aFileOfTickets(`${third},Theirs,${company.name},${confirmed.email},`)
  await imported('tickets', file, { fallbackPersonId: fallback.id })
  expect(await ticketsOf(confirmed.me)).toEqual([])
  await root.post(`/api/users/${confirmed.id}/email/confirm`)
  await imported('tickets', file, { fallbackPersonId: fallback.id })
  expect((await ticketsOf(confirmed.me)).map(({ subject }) => subject)).toEqual(['Theirs'])

  const again = csv('Ticket,Author,Comment', `${second},${one.email},Taken over`)
  expect((await imported('comments', again, { unconfirmed: 'take_over' })).rows).toMatchObject([
    { outcome: 'create', notes: [{ field: 'author', ...taken }] },
  ])
  expect([await isSignedIn(one), await canSignIn(one)]).toEqual([false, false])
})

test('a ticket is not assigned to who has registered as staff, whatever is chosen', async () => {
  const company = await aClient(root, { name: 'Acme of the assignees' })
  const one = await stranger({ role: 'helpdesk' })
  const requester = await desk.person('client')
  const rows = [`${number()},Assigned,${company.name},${requester.email},${one.email}`]
  const options = { unconfirmed: 'take_over' }
  expect((await imported('tickets', aFileOfTickets(...rows), options)).rows).toMatchObject([
    { outcome: 'refused', notes: [{ field: 'assignee', ...refused }] },
  ])
  const { rows: entered } = await imported('tickets', aFileOfTickets(...rows), {
    ...options,
    fallbackPersonId: requester.id,
  })
  expect(entered).toMatchObject([{ outcome: 'create' }])
  const [ticket] = (await root.get<TicketPage>('/api/tickets?search=Assigned')).body.tickets
  expect(ticket?.assignedTo ?? null).toBeNull()
  expect(await isSignedIn(one)).toBe(true)
})

test('a name alone means people of the ticket’s company and staff, whoever else has taken it', async () => {
  const [acme, other] = [
    await aClient(root, { name: 'Acme named' }),
    await aClient(root, { name: 'Other named' }),
  ]
  const strangers = [
    await stranger({ firstName: 'Victor', lastName: 'Person', companyName: 'Acme named' }),
    // Confirmed, but of another company, and called so by nobody else.
    await stranger({ firstName: 'Vera', lastName: 'Elsewhere', companyName: 'Acme named' }),
    await stranger({ role: 'helpdesk', firstName: 'Hans', lastName: 'Helper' }),
  ]
  await assign(root, other.id, strangers[1]!.id, 'employee')
  const member = await desk.signedIn('client', { firstName: 'Mia', lastName: 'Member' })
  await assign(root, acme.id, member.id, 'employee')
  const staff = await desk.signedIn('internal', { firstName: 'Sam', lastName: 'Staff' })
  const made = await root.post<User>('/api/users', {
    email: 'made@acme.example',
    firstName: 'Ivo',
    lastName: 'Invited',
    companyName: 'ACME named',
    password: 'secret',
  })
  await desk.database.pool.query('update users set password = null where id = $1', [made.body.id])
  const names = ['Victor Person', 'Vera Elsewhere', 'Hans Helper', 'Mia Member', 'Sam Staff', 'Ivo Invited']
  const numbers = names.map(number)
  const file = aFileOfTickets(...names.map((name, at) => `${numbers[at]},Of ${name},${acme.name},${name},`))
  const { rows } = await imported('tickets', file)
  expect(rows.map(({ outcome }) => outcome)).toEqual([
    'refused',
    'refused',
    'refused',
    'create',
    'create',
    'create',
  ])
  for (const one of strangers.slice(0, 2)) expect(await ticketsOf(one.me)).toEqual([])
  expect((await ticketsOf(member)).map(({ subject }) => subject)).toEqual(['Of Mia Member'])

  const [ticketOfStaff] = (await staff.get<TicketPage>('/api/tickets?search=Of Sam Staff')).body.tickets
  const comments = csv(
    'Ticket,Author,Comment',
    ...names.map((name) => `${numbers[4]},${name},Said by ${name}`),
  )
  const { rows: said } = await imported('comments', comments)
  expect(said.map(({ outcome }) => outcome)).toEqual([
    'refused',
    'refused',
    'refused',
    'create',
    'create',
    'create',
  ])
  const { body } = await root.get<TicketDetail>(`/api/tickets/${ticketOfStaff!.id}`)
  expect(body.comments.map(({ user }) => user.lastName).toSorted()).toEqual(['Invited', 'Member', 'Staff'])
})

test('rows about accounts that are not confirmed come first, in whatever order the file has them', async () => {
  const one = await stranger()
  const others = Array.from({ length: 30 }, (_, at) => `first${at}@acme.example,Nora,New,client`)
  const file = csv('Email,First name,Last name,Role', ...others, `${one.email},Anna,Agent,helpdesk`)
  const { id } = await checkedFile('people', file)
  const rows = await rowsOf(id)
  expect(rows[0]).toMatchObject({ place: 31, outcome: 'refused', label: one.email })
  expect(rows.slice(1).map(({ place }) => place)).toEqual(Array.from({ length: 30 }, (_, at) => at + 1))
})

test('an import that replaces an address tells the former one, and a check tells nobody', async () => {
  const smtp = await startSmtp()
  await sendThrough(root, smtp)
  const row = (email: string) => csv('ID,Email,First name,Last name,Role', `P-1,${email},Anna,Agent,internal`)
  await imported('people', row('anna@acme.example'))
  await checkedFile('people', row('anna.new@acme.example'))
  const told = () => smtp.received.filter(({ mail }) => mail.subject?.startsWith('Your email address'))
  expect(told()).toEqual([])
  await imported('people', row('anna.new@acme.example'))
  // The outbox looks every half minute for messages that an import has queued, or when a user is changed.
  const other = await desk.person('internal')
  expect((await root.put(`/api/users/${other.id}`, { lastName: 'Other' })).status).toBe(200)
  await vi.waitFor(
    () =>
      expect(receivedBy(smtp, 'anna@acme.example').map(({ mail }) => mail.text)).toEqual([
        expect.stringContaining('changed to anna.new@acme.example'),
      ]),
    { timeout: 15_000 },
  )
  expect(told()).toHaveLength(1)
  await desk.database.pool.query('delete from smtp_settings')
  await smtp.close()
})

test('the check notes where the numbers of tickets leap', async () => {
  const company = await aClient(root, { name: 'Acme leaping' })
  const { rows: known } = await desk.database.pool.query<{ last_value: string }>(
    'select last_value from ticket_numbers',
  )
  const last = Number(known[0]!.last_value)
  const requester = await desk.person('client')
  const rows = [last + 1, last + 1001, last + 2002, last + 500, 999_999_999].map(
    (value) => `${value},Leaping,${company.name},${requester.email},`,
  )
  const { id } = await checkedFile('tickets', aFileOfTickets(...rows))
  const leap = (before: number, value: number) => [
    {
      field: 'number',
      reason: `Numbers jump from ${before} to TKT-${String(value).padStart(6, '0')}; new tickets continue from there`,
    },
  ]
  expect((await rowsOf(id)).map(({ notes }) => notes)).toEqual([
    [],
    [],
    leap(last + 1001, last + 2002),
    [],
    leap(last + 2002, 999_999_999),
  ])
})
