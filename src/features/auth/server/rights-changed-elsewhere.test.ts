import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Role } from '#features/users/contract.ts'
import type { TicketPage } from '#features/tickets/contract.ts'
import type { TicketDetail } from '#features/conversation/contract.ts'
import { aTicket, ticketInput } from '#test/factories.ts'
import { startApp, type Caller, type TestApp } from '#test/harness.ts'
import { sessions } from '#tables/sessions.ts'
import { tickets } from '#tables/tickets.ts'
import { users } from '#tables/users.ts'

let desk: TestApp
let id: string

beforeAll(async () => {
  desk = await startApp()
  const author = await desk.signedIn('helpdesk')
  ;({ id } = await aTicket(author))
})
afterAll(() => desk.close())

/** As another node does it, of which this one hears nothing. */
const makeRole = (caller: Caller, role: Role) =>
  desk.database.db.update(users).set({ role }).where(eq(users.id, caller.id))
const endSessions = (caller: Caller) =>
  desk.database.db.delete(sessions).where(eq(sessions.userId, caller.id))

/** Somebody who has called with these rights. */
async function calledAs(role: Role): Promise<Caller> {
  const caller = await desk.signedIn(role)
  await caller.get('/api/tickets')
  return caller
}

test('a person who was made a client elsewhere is one at the next call', async () => {
  const reader = await calledAs('helpdesk')
  await makeRole(reader, 'client')
  const { status, headers } = await reader.get(`/api/tickets/${id}`)
  expect(status).toBe(404)
  expect(headers.etag).toBeUndefined()

  const lister = await calledAs('helpdesk')
  await makeRole(lister, 'client')
  const { body } = await lister.get<TicketPage>('/api/tickets')
  expect(body).toEqual({ total: 0, tickets: [] })
})

test('calls with rights that were revoked elsewhere are refused and change nothing', async () => {
  const before = await desk.database.db.select().from(tickets).where(eq(tickets.id, id))
  for (const [refused, method, path, body] of [
    [403, 'PUT', `/api/tickets/${id}`, { status: 'closed' }],
    [404, 'POST', `/api/tickets/${id}/comments`, { content: 'From somebody who may not.' }],
  ] as const) {
    const caller = await calledAs('helpdesk')
    await makeRole(caller, 'client')
    expect((await caller.send(method, path, body)).status).toBe(refused)
  }
  expect(await desk.database.db.select().from(tickets).where(eq(tickets.id, id))).toEqual(before)
})

test('a ticket is submitted once, by whoever its creator is by now', async () => {
  const caller = await calledAs('client')
  await makeRole(caller, 'helpdesk')
  const subject = 'Submitted while the rights changed'
  const { status } = await caller.post('/api/tickets', ticketInput({ subject }))
  expect(status).toBe(201)
  const made = await desk.database.db.select().from(tickets).where(eq(tickets.subject, subject))
  expect(made).toHaveLength(1)
})

test('a person who was given rights elsewhere has them at the next call', async () => {
  const caller = await calledAs('client')
  expect((await caller.get(`/api/tickets/${id}`)).status).toBe(404)
  await makeRole(caller, 'helpdesk')
  const { status, body } = await caller.get<TicketDetail>(`/api/tickets/${id}`)
  expect(status).toBe(200)
  expect(body.id).toBe(id)
})

test('a session that was ended elsewhere ends at the next call, whatever is asked', async () => {
  const notJson = { 'content-type': 'application/json' }
  for (const ask of [
    (caller: Caller) => caller.get('/api/tickets'),
    (caller: Caller) => caller.get(`/api/tickets/${id}`),
    (caller: Caller) => caller.get('/api/tickets?limit=none'),
    (caller: Caller) => caller.post('/api/tickets', ticketInput()),
    (caller: Caller) => caller.put(`/api/tickets/${id}`, { status: 'closed' }),
    (caller: Caller) => caller.put(`/api/tickets/${id}`, { status: 'unheard of' }),
    (caller: Caller) => caller.send('PUT', `/api/tickets/${id}`, '{"status":', notJson),
  ]) {
    const caller = await calledAs('helpdesk')
    await endSessions(caller)
    expect((await ask(caller)).status).toBe(401)
  }
  const left = await calledAs('helpdesk')
  await desk.database.db.update(users).set({ isActive: false }).where(eq(users.id, left.id))
  expect((await left.get('/api/tickets')).status).toBe(401)
})

test('a session goes on with a call that writes, though that holds a connection', async () => {
  const caller = await calledAs('helpdesk')
  desk.clock.advance(2 * 60 * 60 * 1000)
  const { status, headers } = await caller.put(`/api/tickets/${id}`, { status: 'testing' })
  expect([status, String(headers['set-cookie'])]).toEqual([200, expect.stringContaining('Max-Age')])
})

test('to a client a ticket that is not theirs does not exist, whatever body they send', async () => {
  const client = await calledAs('client')
  const comments = `/api/tickets/${id}/comments`
  const notJson = { 'content-type': 'application/json' }
  expect((await client.post(comments, { content: '' })).status).toBe(404)
  expect((await client.send('POST', comments, '{"content":', notJson)).status).toBe(404)
  expect((await client.post(comments, { content: 'Done.' })).status).toBe(404)
  expect((await client.post(comments, { content: 'Done.', status: 'resolved' })).status).toBe(404)
})
