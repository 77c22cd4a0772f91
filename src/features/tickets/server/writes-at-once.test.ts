import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aTicket, ticketInput } from '#test/factories.ts'
import { startApp, type Caller, type TestApp } from '#test/harness.ts'
import { comments } from '#tables/comments.ts'
import { events } from '#tables/events.ts'
import { sessions } from '#tables/sessions.ts'
import { tickets } from '#tables/tickets.ts'
import { users } from '#tables/users.ts'
import type { Ticket } from '../contract.ts'

let desk: TestApp
let helpdesk: Caller
beforeAll(async () => {
  desk = await startApp()
  helpdesk = await desk.signedIn('helpdesk')
})
afterAll(() => desk.close())

const upTo = (count: number) => Array.from({ length: count }, (_, at) => at)

test('simultaneous writers each get the stored result, and each new ticket is told once', async () => {
  const { id } = await aTicket(helpdesk)
  const others = await Promise.all(upTo(5).map(() => aTicket(helpdesk)))
  const made = await Promise.all([
    ...upTo(12).map((at) => helpdesk.post<Ticket>('/api/tickets', ticketInput({ subject: `At once ${at}` }))),
    ...upTo(12).map((at) =>
      helpdesk.post<Ticket>(`/api/tickets/${id}/comments`, { content: `Comment ${at}` }),
    ),
    ...others.map((other) => helpdesk.put<Ticket>(`/api/tickets/${other.id}`, { status: 'testing' })),
  ])
  expect(made.map(({ status }) => status)).toEqual([...upTo(24).map(() => 201), ...others.map(() => 200)])
  const { db } = desk.database
  const stored = await db.select().from(comments).where(eq(comments.ticketId, id))
  expect(stored.map(({ content }) => content).toSorted()).toEqual(
    upTo(12)
      .map((at) => `Comment ${at}`)
      .toSorted(),
  )
  const [ticket] = await db.select().from(tickets).where(eq(tickets.id, id))
  expect(ticket?.version).toBe(13)
  for (const [at, { body }] of made.slice(0, 12).entries()) {
    const { body: read } = await helpdesk.get<Ticket>(`/api/tickets/${body.id}`)
    expect(read).toMatchObject({ subject: `At once ${at}`, ticketNumber: body.ticketNumber })
  }
  const told = (await db.select().from(events)).filter((event) =>
    made.slice(0, 12).some(({ body }) => body.id === event.ticketId),
  )
  expect(told.map(({ type }) => type)).toEqual(upTo(12).map(() => 'ticket.created'))
})

test('a person who has lost the right to write is refused; others who write at the same time are not', async () => {
  const ended = await desk.signedIn('helpdesk')
  const demoted = await desk.signedIn('helpdesk')
  await desk.database.db.delete(sessions).where(eq(sessions.userId, ended.id))
  await desk.database.db.update(users).set({ role: 'client' }).where(eq(users.id, demoted.id))
  const own = await Promise.all(upTo(8).map(() => aTicket(helpdesk)))
  const answers = await Promise.all([
    ...own.map(({ id }) => helpdesk.put(`/api/tickets/${id}`, { status: 'closed' })),
    ended.put(`/api/tickets/${own[0]!.id}`, { priority: 'critical' }),
    demoted.put(`/api/tickets/${own[1]!.id}`, { priority: 'critical' }),
    ...own.map(({ id }) => helpdesk.post(`/api/tickets/${id}/comments`, { content: 'Done.' })),
  ])
  expect(answers.map(({ status }) => status)).toEqual([
    ...own.map(() => 200),
    401,
    403,
    ...own.map(() => 201),
  ])
  for (const { id } of own)
    expect((await helpdesk.get(`/api/tickets/${id}`)).body).toMatchObject({
      status: 'closed',
      priority: 'medium',
    })
})

test('one of two simultaneous changes to a ticket is refused, and changes to others succeed', async () => {
  const contested = await aTicket(helpdesk)
  const others = await Promise.all(upTo(6).map(() => aTicket(helpdesk)))
  const change = (status: string) =>
    helpdesk.put<Ticket>(`/api/tickets/${contested.id}`, { status }, { 'if-match': '"1"' })
  const [first, second, ...rest] = await Promise.all([
    change('testing'),
    change('closed'),
    ...others.map(({ id }) => helpdesk.put<Ticket>(`/api/tickets/${id}`, { status: 'testing' })),
  ])
  expect(new Set([first.status, second.status])).toEqual(new Set([200, 412]))
  expect(rest.map(({ status }) => status)).toEqual(others.map(() => 200))
})

test('a call that is repeated while the first one is under way, among many others, is done once', async () => {
  const key = { 'idempotency-key': 'a crowd' }
  const input = ticketInput({ subject: 'Once in a crowd' })
  const answers = await Promise.all(
    upTo(24).map((at) =>
      at % 4 === 3
        ? helpdesk.post<Ticket>('/api/tickets', input, key)
        : helpdesk.post<Ticket>('/api/tickets', ticketInput()),
    ),
  )
  expect(answers.map(({ status }) => status)).toEqual(upTo(24).map(() => 201))
  expect(new Set(answers.filter((_, at) => at % 4 === 3).map(({ body }) => body.id)).size).toBe(1)
  const made = await desk.database.db.select().from(tickets).where(eq(tickets.subject, 'Once in a crowd'))
  expect(made).toHaveLength(1)
})

test('two first tickets of one new company make it once, among many others', async () => {
  const customerName = 'Entirely New Company'
  const answers = await Promise.all(
    upTo(12).map((at) =>
      helpdesk.post<Ticket>('/api/tickets', ticketInput(at % 3 === 0 ? { customerName } : {})),
    ),
  )
  expect(answers.map(({ status }) => status)).toEqual(upTo(12).map(() => 201))
  const companies = new Set(answers.filter((_, at) => at % 3 === 0).map(({ body }) => body.clientId))
  expect(companies.size).toBe(1)
})
