import { readdir } from 'node:fs/promises'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { TicketPage } from '#features/tickets/contract.ts'
import type { TicketDetail } from '#features/conversation/contract.ts'
import type { StartSteps } from '#features/stats/contract.ts'
import { forgetUnusedWords } from '#features/ticket-search/server/public/text-index.ts'
import type { User } from '#features/users/contract.ts'
import { aClient, aComment, aProduct, assign, aTicket } from '#test/factories.ts'
import { startApp, type Caller, type TestApp } from '#test/harness.ts'
import { csv, importing } from '#test/importing.ts'
import { sendThrough, untilMailed } from '#test/mails.ts'
import { startSmtp } from '#test/services/smtp.ts'
import { demoTickets, type DemoState } from '../contract.ts'
import { demoPassword } from './story/cast.ts'

// A load writes some thousand rows, and some tests load twice.
vi.setConfig({ testTimeout: 60_000 })

let desk: TestApp
let root: Caller
beforeEach(async () => {
  desk = await startApp()
  root = await desk.signedIn('super_user')
})
afterEach(() => desk.close())

const nothingAdded = { tickets: 0, comments: 0, messages: 0, files: 0 }
const stateOf = async (who = root) => (await who.get<DemoState>('/api/demo')).body
const load = async (who = root) => expect((await who.post('/api/demo')).status).toBe(200)
const remove = async (who = root) => expect((await who.delete('/api/demo')).status).toBe(200)

/** Tables that grow with every action, and those of work in the background. */
const growing = [
  'events',
  'log_head',
  'log_followers',
  'nodes',
  'sessions',
  'rate_limits',
  'object_tombstones',
]

/** Every row of every other table, after the cleaning of the next minute. */
async function everything(): Promise<Record<string, unknown[]>> {
  await forgetUnusedWords(desk.work)
  const { rows: tables } = await desk.database.pool.query<{ name: string }>(
    `select table_name as name from information_schema.tables
     where table_schema = 'public' and table_type = 'BASE TABLE' order by 1`,
  )
  const found: Record<string, unknown[]> = {}
  for (const { name } of tables.filter((table) => !growing.includes(table.name)))
    found[name] = (
      await desk.database.pool.query<{ row: string }>(
        `select to_jsonb(t)::text as row from ${name} t order by 1`,
      )
    ).rows.map(({ row }) => row)
  return found
}

async function filesThere(): Promise<string[]> {
  const entries = await readdir(desk.fileFolder, { recursive: true, withFileTypes: true }).catch(() => [])
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name)
}

const usersThere = async () => (await root.get<User[]>('/api/users')).body

/** Lets the process die over the ticket after so many: nothing of it is written, and nothing after it. */
async function dieAfter(tickets: number): Promise<void> {
  const { pool } = desk.database
  await pool.query(`create function die() returns trigger language plpgsql as $$ begin
    if (select count(*) from tickets) >= ${tickets} then raise 'died'; end if; return new; end $$`)
  await pool.query('create trigger die before insert on tickets for each row execute function die()')
  expect((await root.post('/api/demo')).status).toBe(500)
  await pool.query('drop trigger die on tickets')
}

// Everything is done once for all of it: it takes seconds.
test('an empty desk gets demo data, once, after a server that died over it and from two at once, and is then as before', async () => {
  const other = await desk.signedIn('super_user')
  const before = await everything()
  const filesBefore = await filesThere()
  expect(await stateOf()).toEqual({
    state: 'none',
    isMoving: false,
    canLoad: true,
    tickets: 0,
    total: demoTickets,
    added: nothingAdded,
  })
  await dieAfter(5)
  await Promise.all([load(), load(other)])
  expect(await stateOf()).toEqual({
    state: 'loaded',
    isMoving: false,
    canLoad: false,
    tickets: demoTickets,
    total: demoTickets,
    added: nothingAdded,
  })
  const { body } = await root.get<TicketPage>('/api/tickets?limit=100')
  expect(body.tickets).toHaveLength(demoTickets)
  const days = new Set(body.tickets.map(({ createdAt }) => createdAt.slice(0, 10)))
  expect(days.size).toBeGreaterThan(10)
  expect((await filesThere()).length).toBeGreaterThan(filesBefore.length + 3)
  const steps = await root.get<StartSteps>('/api/stats/start')
  expect(steps.body).toEqual({
    email: false,
    client: false,
    product: false,
    team: true,
    ticket: false,
    isInUse: false,
  })
  expect(await usersThere()).toHaveLength(14)

  await remove()
  expect(await everything()).toEqual(before)
  expect(await filesThere()).toEqual(filesBefore)
  const audit = await root.get<{ entries: { type: string; actor: { id: string } | null }[] }>(
    '/api/audit?limit=100',
  )
  expect(audit.body.entries[0]).toMatchObject({ type: 'demo.removed', actor: { id: root.id } })
  // Former days of the demo data stand after the events of today.
  const since = new Date(desk.clock.now().getTime() - 60 * 60 * 1000).toISOString()
  const { body: today } = await root.get<{ entries: { position: number; at: string }[] }>(
    `/api/audit?from=${since}&limit=100`,
  )
  const { rows: expected } = await desk.database.pool.query<{ position: string }>(
    'select position from events where at >= $1 order by position desc limit 100',
    [since],
  )
  expect(today.entries.map(({ position }) => position)).toEqual(
    expected.map(({ position }) => Number(position)),
  )
  expect(await stateOf()).toMatchObject({ state: 'none', canLoad: true })
})

test('only super users know of demo data, load it and remove it', async () => {
  for (const role of ['client', 'internal', 'helpdesk'] as const) {
    const who = await desk.signedIn(role)
    for (const method of ['GET', 'POST', 'DELETE'])
      expect([role, method, (await who.send(method, '/api/demo')).status]).toEqual([role, method, 403])
  }
  for (const method of ['GET', 'POST', 'DELETE'])
    expect((await desk.nobody.send(method, '/api/demo')).status).toBe(401)
  expect(await stateOf()).toMatchObject({ state: 'none' })
})

test('a desk with a client or a ticket of its own is told why it gets no demo data', async () => {
  const message = 'This desk has tickets or clients of its own, so demo data cannot be loaded into it.'
  await aClient(root)
  const before = await everything()
  expect(await root.post('/api/demo')).toMatchObject({ status: 409, body: { message } })
  expect(await stateOf()).toMatchObject({ state: 'none', canLoad: false })
  expect(await everything()).toEqual(before)
})

test('nobody can sign in as one of the demo people, be mailed as one, or count on one to administer', async () => {
  const smtp = await startSmtp()
  await sendThrough(root, smtp)
  await dieAfter(12)
  const demoPeople = (await usersThere()).filter(({ id }) => id !== root.id)
  expect(demoPeople).toHaveLength(12)
  for (const { email } of demoPeople) {
    expect(email).toMatch(/\.invalid$/)
    for (const password of [demoPassword, ''])
      expect((await desk.nobody.post('/api/auth/login', { email, password })).status).not.toBe(200)
  }
  expect(demoPeople.map(({ role }) => role)).not.toContain('super_user')
  const team = await root.get<{ id: string }[]>('/api/team')
  expect(team.body).toHaveLength(7)
  const { body: ticket } = await root.get<TicketPage>('/api/tickets?limit=1')
  const agent = demoPeople.find(({ role }) => role === 'internal')!
  const { id } = ticket.tickets[0]!
  expect((await root.put(`/api/tickets/${id}`, { assignedToId: agent.id })).status).toBe(200)
  expect((await root.put(`/api/users/${agent.id}`, { role: 'super_user' })).status).toBe(200)
  expect((await root.put(`/api/users/${root.id}`, { role: 'helpdesk' })).status).toBe(409)
  await aComment(root, id, 'An answer')
  await untilMailed(desk)
  expect(smtp.received).toEqual([])
  await smtp.close()
})

test('removal takes along what people added to demo data, and leaves what they made', async () => {
  await dieAfter(12)
  const agent = (await usersThere()).find(({ firstName }) => firstName === 'Lukas')!
  const asker = (await usersThere()).find(({ firstName }) => firstName === 'Rosie')!
  const { body: demo } = await root.get<TicketPage>('/api/tickets?limit=1')
  const ana = await desk.signedIn('client', { companyName: 'Own' })
  const own = await aClient(root, { name: 'Own' })
  await assign(root, own.id, ana.id, 'admin')
  const kept = await aTicket(ana, { subject: 'Kept', customerName: 'Own' })
  expect((await root.put(`/api/tickets/${kept.id}`, { assignedToId: agent.id })).status).toBe(200)
  expect((await ana.post(`/api/tickets/${kept.id}/chat`, { message: 'Hello' })).status).toBe(201)
  await aComment(root, kept.id, 'Stays')
  await aComment(root, demo.tickets[0]!.id, 'Goes')
  await aTicket(root, { subject: 'For a demo client', clientId: demo.tickets[0]!.clientId })
  const bakery = (await root.get<{ id: string; name: string }[]>('/api/clients')).body.find(
    ({ name }) => name === 'Copper Kettle Bakeries',
  )!
  const asked = await aTicket(root, { clientId: bakery.id, requesterId: asker.id })
  expect(asked.createdBy?.id).toBe(asker.id)
  const product = await aProduct(root, { name: 'Ovens', clientId: bakery.id })
  expect((await stateOf()).added).toEqual({ tickets: 2, comments: 1, messages: 0, files: 0 })

  await remove()
  const { body: left } = await root.get<TicketPage>('/api/tickets')
  expect(left.tickets.map(({ subject }) => subject)).toEqual(['Kept'])
  const { body: ticket } = await root.get<TicketDetail>(`/api/tickets/${kept.id}`)
  expect(ticket.assignedTo).toBeNull()
  expect(ticket.comments.map(({ content }) => content)).toEqual(['Stays'])
  const chat = await root.get<{ messages: { message: string; recipientId: string }[] }>(
    `/api/tickets/${kept.id}/chat`,
  )
  expect(chat.body.messages).toMatchObject([{ message: 'Hello', recipientId: root.id }])
  const { body: clients } = await root.get<{ name: string }[]>('/api/clients')
  expect(clients.map(({ name }) => name)).toEqual(['Own'])
  const { body: products } = await root.get<{ id: string; clientId: string | null }[]>('/api/products')
  expect(products).toMatchObject([{ id: product, clientId: null }])
  expect((await usersThere()).map(({ id }) => id).toSorted()).toEqual([root.id, ana.id].toSorted())
})

test('imported comments of demo people stay, under the name of the person who removes the demo', async () => {
  await dieAfter(1)
  const { email } = (await usersThere()).find(({ firstName }) => firstName === 'Priya')!
  const { imported } = importing(() => root)
  await imported('clients', csv('Name', 'Own'))
  const { rows } = await imported('tickets', csv('id,Subject,Client', 'T-1,Kept,Own'))
  await imported('comments', csv('Ticket,Author,Comment', `T-1,${email},As it was said`))
  await remove()
  const { body } = await root.get<TicketDetail>(`/api/tickets/${rows[0]!.label}`)
  expect(body.comments).toMatchObject([{ content: 'As it was said', user: { id: root.id } }])
  expect((await stateOf()).state).toBe('none')
})

test('a demo person who was given an address of their own has become one of the desk, and stays', async () => {
  await dieAfter(12)
  const priya = (await usersThere()).find(({ firstName }) => firstName === 'Priya')!
  const { id, firstName, lastName, role, companyName } = priya
  const real = { email: 'priya@example.com', firstName, lastName, role, companyName, mobileNumber: '' }
  expect((await root.put(`/api/users/${id}`, real)).status).toBe(200)
  await remove()
  expect((await usersThere()).map(({ email }) => email)).toContain('priya@example.com')
  expect(await stateOf()).toMatchObject({ state: 'none', canLoad: true })
})

test('demo data that was loaded in part can be removed', async () => {
  const before = await everything()
  await dieAfter(5)
  expect(await stateOf()).toMatchObject({ state: 'loading', isMoving: true, tickets: 5 })
  desk.clock.advance(60_000)
  expect(await stateOf()).toMatchObject({ state: 'loading', isMoving: false })
  await remove()
  expect(await everything()).toEqual(before)
})

test('a removal that was broken off goes on, also by somebody else, and nothing is loaded meanwhile', async () => {
  await dieAfter(12)
  const { pool } = desk.database
  await pool.query(`create or replace function die() returns trigger language plpgsql as $$ begin
    if (select count(*) from tickets) <= 8 then raise 'died'; end if; return old; end $$`)
  await pool.query('create trigger die before delete on tickets for each row execute function die()')
  expect((await root.delete('/api/demo')).status).toBe(500)
  expect(await stateOf()).toMatchObject({ state: 'removing', tickets: 8 })
  const refused = await root.post('/api/demo')
  expect([refused.status, refused.body]).toEqual([
    409,
    { message: 'The demo data is being removed. Finish that first.' },
  ])
  await pool.query('drop trigger die on tickets')
  await Promise.all([remove(), remove(await desk.signedIn('super_user'))])
  expect(await stateOf()).toMatchObject({ state: 'none', canLoad: true })
})
