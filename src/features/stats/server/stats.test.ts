import { afterAll, beforeAll, expect, test } from 'vitest'
import { priorities, unresolvedStatuses, type TicketPage } from '#features/tickets/contract.ts'
import { aComment, aTicket, change } from '#test/factories.ts'
import { startApp, type Caller, type TestApp } from '#test/harness.ts'
import { joined } from '#test/socket.ts'
import { ageBands, type DayDetail, type Overview, type Stats } from '../contract.ts'
import { durationWords } from './duration.ts'

let desk: TestApp
let client: Caller
let internal: Caller
let helpdesk: Caller

const timeZone = 'Asia/Kathmandu'
/** A quarter past noon there. */
const now = '2026-07-10T06:30:00Z'

beforeAll(async () => {
  desk = await startApp({ settings: { TIME_ZONE: timeZone } })
  desk.clock.set(now)
  client = await desk.signedIn('client')
  internal = await desk.signedIn('internal')
  helpdesk = await desk.signedIn('helpdesk')
})
afterAll(() => desk.close())

const stats = async () => (await helpdesk.get<Stats>('/api/stats')).body
const overview = async () => (await helpdesk.get<Overview>('/api/stats/overview')).body
const later = (minutes: number) => desk.clock.advance(minutes * 60_000)

test('the dashboard of an empty desk has zeros and no response time', async () => {
  expect(await stats()).toEqual({
    totalTickets: 0,
    openTickets: 0,
    avgResponseTime: 'N/A',
    resolutionRate: 0,
  })
  const { days, byPriority, byAge } = await overview()
  expect(days).toHaveLength(30)
  expect(days[0]?.day).toBe('2026-06-11')
  expect(days.at(-1)).toEqual({ day: '2026-07-10', created: 0, resolved: 0 })
  expect(byPriority).toEqual([])
  expect(byAge.every(({ tickets }) => tickets === 0)).toBe(true)
})

test('open tickets are those neither resolved nor closed, and the resolution rate is the share of the others', async () => {
  const before = await stats()
  const made = []
  for (const status of [undefined, 'progress', 'testing', 'resolved', 'closed'] as const) {
    const ticket = await aTicket(client)
    if (status) await change(internal, ticket.id, { status })
    made.push(ticket)
  }
  expect(await stats()).toMatchObject({
    totalTickets: before.totalTickets + 5,
    openTickets: before.openTickets + 3,
    resolutionRate: 40,
  })
  await change(internal, made[4]!.id, { status: 'open' })
  expect(await stats()).toMatchObject({ openTickets: 4, resolutionRate: 20 })
  await helpdesk.delete(`/api/tickets/${made[3]!.id}`)
  expect(await stats()).toMatchObject({ totalTickets: 4, openTickets: 4, resolutionRate: 0 })
})

test('the response time is the mean time to the first answer of staff that the client can read', async () => {
  const one = await aTicket(client)
  const other = await aTicket(client)
  await aTicket(client)
  later(10)
  await aComment(client, one.id, 'Anybody there?')
  await aComment(internal, one.id, 'They have not paid.', true)
  expect((await stats()).avgResponseTime).toBe('N/A')
  later(20)
  await aComment(internal, one.id, 'I am.')
  expect((await stats()).avgResponseTime).toBe('30m')
  later(60)
  await aComment(helpdesk, one.id, 'I am, too.')
  await aComment(helpdesk, other.id, 'Here.')
  expect((await stats()).avgResponseTime).toBe('1h')
  await helpdesk.delete(`/api/tickets/${one.id}`)
  expect((await stats()).avgResponseTime).toBe('1h 30m')
  desk.clock.set(now)
})

test('the desk hears of a first answer in the chat that changes nothing but the response time', async () => {
  // Nobody's turn ends by the answer: its requester is of the staff.
  const { id } = await aTicket(internal)
  const base = await desk.listen()
  const [there, elsewhere] = [await joined(base, helpdesk), await joined(base, internal)]
  const answer = async () => {
    const { status } = await helpdesk.post(`/api/tickets/${id}/chat`, { message: 'We look at it.' })
    expect(status).toBe(201)
  }
  await answer()
  await there.hearsType('stats:changed')
  expect(await there.said('ticket:update')).toEqual([])
  await answer()
  await change(internal, id, { status: 'progress' })
  await there.hearsType('ticket:update')
  expect(await there.said('stats:changed')).toHaveLength(1)
  expect(await elsewhere.said('stats:changed')).toEqual([])
  for (const socket of [there, elsewhere]) await socket.close()
})

test('a ticket counts on the day it was created and on the day it was resolved, as the server counts days', async () => {
  const before = await overview()
  const dayOf = async (day: string) => (await overview()).days.find((one) => one.day === day)
  const base = (day: string) => before.days.find((one) => one.day === day)!
  // One minute before and after midnight in Kathmandu.
  desk.clock.set('2026-07-05T18:14:00Z')
  const evening = await aTicket(client)
  later(2)
  const night = await aTicket(client)
  await change(internal, evening.id, { status: 'resolved' })
  desk.clock.set('2026-06-10T18:14:00Z')
  await aTicket(client)
  desk.clock.set(now)
  await change(internal, night.id, { status: 'closed' })

  const [fifth, sixth, today] = ['2026-07-05', '2026-07-06', '2026-07-10'].map(base)
  expect(await dayOf('2026-07-05')).toEqual({ ...fifth, created: fifth!.created + 1 })
  expect(await dayOf('2026-07-06')).toEqual({
    day: '2026-07-06',
    created: sixth!.created + 1,
    resolved: sixth!.resolved + 1,
  })
  expect(await dayOf('2026-07-10')).toEqual({ ...today, resolved: today!.resolved + 1 })
  const created = (all: Overview) => all.days.reduce((sum, day) => sum + day.created, 0)
  expect(created(await overview())).toBe(created(before) + 2)

  const listed = await helpdesk.get<DayDetail>('/api/stats/day?day=2026-07-06')
  expect(listed.body.created).toMatchObject({ total: sixth!.created + 1 })
  expect(listed.body.created.tickets.map(({ id }) => id)).toContain(night.id)
  expect(listed.body.resolved).toMatchObject({ total: 1, tickets: [{ id: evening.id, status: 'resolved' }] })
  const wrong = await helpdesk.get('/api/stats/day?day=yesterday')
  expect([wrong.status, wrong.body.message]).toEqual([400, 'day must be a date such as 2026-07-05'])

  await change(internal, evening.id, { status: 'progress' })
  expect((await dayOf('2026-07-06'))?.resolved).toBe(sixth!.resolved)
})

test('every number of the backlog equals the number of the list it leads to', async () => {
  for (const [place, daysAgo] of [0, 0.2, 1, 6.9, 7.1, 20, 29, 31, 400].entries()) {
    desk.clock.set(new Date(new Date(now).getTime() - daysAgo * 86_400_000))
    const { id } = await aTicket(client, { priority: priorities[place % 4] })
    if (place % 3) await change(internal, id, { status: unresolvedStatuses[place % 3]! })
  }
  desk.clock.set(now)
  const { byPriority, byAge } = await overview()
  const total = async (query: string) =>
    (await helpdesk.get<TicketPage>(`/api/tickets?limit=1&${query}`)).body.total
  for (const status of unresolvedStatuses) {
    for (const priority of priorities) {
      const told = byPriority.find((one) => one.status === status && one.priority === priority)?.tickets ?? 0
      expect([status, priority, told]).toEqual([
        status,
        priority,
        await total(`status=${status}&priority=${priority}`),
      ])
    }
    for (const age of ageBands) {
      const told = byAge.find((one) => one.status === status && one.age === age)?.tickets
      expect([status, age, told]).toEqual([status, age, await total(`status=${status}&ageFilter=${age}`)])
    }
  }
  const sumOf = (rows: readonly { tickets: number }[]) => rows.reduce((sum, row) => sum + row.tickets, 0)
  expect(sumOf(byAge)).toBe(sumOf(byPriority))
})

test('the ages in the backlog move on with the days, though nothing happens', async () => {
  const today = (all: Overview) =>
    all.byAge.filter(({ age }) => age === 'today').reduce((sum, { tickets }) => sum + tickets, 0)
  await aTicket(client)
  expect(today(await overview())).toBeGreaterThan(0)
  later(24 * 60)
  expect(today(await overview())).toBe(0)
  desk.clock.set(now)
})

test.each([
  [0, '<1m'],
  [59, '<1m'],
  [60, '1m'],
  [59 * 60 + 31, '1h'],
  [3600, '1h'],
  [12_000, '3h 20m'],
  [86_399, '1d'],
  [187_200, '2d 4h'],
])('a duration of %d seconds reads %s', (seconds, words) => {
  expect(durationWords(seconds)).toBe(words)
})
