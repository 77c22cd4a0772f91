import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aClient, aComment, assign, aTicket, change } from '#test/factories.ts'
import { startApp, type Caller, type TestApp } from '#test/harness.ts'
import type { NewTicket, Ticket, TicketChange, TicketPage } from '#features/tickets/contract.ts'

let desk: TestApp
let root: Caller
let zoe: Caller
let bob: Caller

const list = async (query: string, by = root) => {
  const { status, body } = await by.get<TicketPage>(`/api/tickets?${query}`)
  expect(status).toBe(200)
  return body
}
const subjects = async (query: string, by?: Caller) =>
  (await list(query, by)).tickets.map((ticket) => ticket.subject)

beforeAll(async () => {
  desk = await startApp()
  root = await desk.signedIn('super_user')
  zoe = await desk.signedIn('helpdesk', { firstName: 'Zoé', lastName: 'Able' })
  bob = await desk.signedIn('internal', { firstName: 'bob', lastName: 'Cole' })
  const zebra = await aClient(root, { name: 'zebra' })
  const aerzte = await aClient(root, { name: 'Ärzte' })
  const made: [string, Partial<NewTicket>, TicketChange?][] = [
    ['delta', { clientId: zebra.id, priority: 'high', category: 'software' }, { status: 'closed' }],
    ['Älpha', { clientId: aerzte.id, priority: 'low', category: 'email' }, { assignedToId: zoe.id }],
    ['charlie', { clientId: zebra.id, priority: 'critical' }, { status: 'testing', assignedToId: bob.id }],
    ['Bravo', { clientId: aerzte.id, priority: 'high' }, { status: 'progress', assignedToId: zoe.id }],
  ]
  for (const [subject, some, to] of made) {
    const { id } = await aTicket(root, { subject, ...some })
    if (to) await change(root, id, to)
    desk.clock.advance(1000)
  }
})
afterAll(() => desk.close())

describe('the list is ordered', () => {
  test.each([
    ['', ['Bravo', 'charlie', 'Älpha', 'delta']],
    ['sort=created&order=asc', ['delta', 'Älpha', 'charlie', 'Bravo']],
    ['sort=number', ['delta', 'Älpha', 'charlie', 'Bravo']],
    ['sort=number&order=desc', ['Bravo', 'charlie', 'Älpha', 'delta']],
    ['sort=subject', ['Älpha', 'Bravo', 'charlie', 'delta']],
    ['sort=subject&order=desc', ['delta', 'charlie', 'Bravo', 'Älpha']],
    ['sort=client', ['Bravo', 'Älpha', 'charlie', 'delta']],
    ['sort=client&order=desc', ['charlie', 'delta', 'Bravo', 'Älpha']],
    ['sort=status', ['Älpha', 'Bravo', 'charlie', 'delta']],
    ['sort=status&order=desc', ['delta', 'charlie', 'Bravo', 'Älpha']],
    ['sort=priority', ['Älpha', 'Bravo', 'delta', 'charlie']],
    ['sort=priority&order=desc', ['charlie', 'Bravo', 'delta', 'Älpha']],
    ['sort=category', ['Älpha', 'Bravo', 'charlie', 'delta']],
    ['sort=assignee', ['charlie', 'Bravo', 'Älpha', 'delta']],
    ['sort=assignee&order=desc', ['delta', 'Bravo', 'Älpha', 'charlie']],
  ])('the list is ordered by "%s", equal tickets with the newest first', async (query, expected) => {
    expect(await subjects(query)).toEqual(expected)
    for (const limit of [1, 2, 3]) {
      const paged: string[] = []
      for (let offset = 0; offset < 4; offset += limit)
        paged.push(...(await subjects(`${query}&limit=${limit}&offset=${offset}`)))
      expect([limit, paged]).toEqual([limit, expected])
    }
  })

  test('the list by urgency has Critical and High first, then the longest wait for staff, and finished ones last', async () => {
    const ana = await desk.signedIn('client')
    const ask = async (subject: string, priority: NewTicket['priority'], to?: TicketChange) => {
      const { id } = await aTicket(ana, { subject, priority })
      if (to) await change(root, id, to)
      desk.clock.advance(1000)
    }
    await ask('medium long', 'medium')
    await ask('high awaits client', 'high', { turn: 'client' })
    await ask('low', 'low')
    await ask('high', 'high')
    await ask('critical', 'critical')
    await ask('critical done', 'critical', { status: 'closed' })
    await ask('high later', 'high')
    const expected = [
      'critical',
      'high',
      'high later',
      'high awaits client',
      'medium long',
      'low',
      'critical done',
    ]
    const urgent = (query: string) => subjects(`sort=urgency&${query}`, ana)
    expect(await urgent('')).toEqual(expected)
    expect(await urgent('order=desc')).toEqual(expected.toReversed())
    expect(await urgent('status=unresolved')).toEqual(expected.slice(0, -1))
    expect([...(await urgent('limit=3')), ...(await urgent('limit=3&offset=3'))]).toEqual(
      expected.slice(0, 6),
    )
    expect(await urgent('search=high')).toEqual(['high', 'high later', 'high awaits client'])
    for (const { id } of (await list('limit=50', ana)).tickets) await root.delete(`/api/tickets/${id}`)
  })

  test('the list can be ordered by a column, filtered and searched at once', async () => {
    expect(await subjects('sort=priority&order=desc&assignedToId=unassigned')).toEqual(['delta'])
    expect(await subjects('sort=client&search=a&status=progress')).toEqual(['Bravo'])
    expect(await subjects('sort=assignee&customerName=acme')).toEqual(['charlie', 'Bravo', 'Älpha', 'delta'])
    expect(await subjects('sort=subject&search=tkt&order=desc')).toEqual([
      'delta',
      'charlie',
      'Bravo',
      'Älpha',
    ])
    expect(await list('sort=status&search=nothing')).toEqual({ tickets: [], total: 0 })
    expect(await list('sort=status&offset=50')).toEqual({ tickets: [], total: 4 })
  })

  test.each(['sort=name', 'sort=created&order=up'])('the list cannot be ordered by "%s"', async (query) => {
    expect((await root.get(`/api/tickets?${query}`)).status).toBe(400)
  })
})

test('sorting by turn and filtering by assignee give independent answers, in whatever order they are asked', async () => {
  const ana = await desk.signedIn('client')
  const [open, resolved] = [await aTicket(ana), await aTicket(ana)]
  await root.put(`/api/tickets/${resolved.id}`, { status: 'resolved', assignedToId: root.id })
  const idsOf = async (query: string) => (await list(query, ana)).tickets.map(({ id }) => id)
  expect(await idsOf('sort=turn&order=desc')).toEqual([resolved.id, open.id])
  expect(await idsOf('assignedToId=unassigned')).toEqual([open.id])
  expect(await idsOf('sort=turn&status=resolved')).toEqual([resolved.id])
  expect(await idsOf('status=resolved&assignedToId=unassigned')).toEqual([])
})

test('ticket numbers are ordered as numbers, not as text', async () => {
  const rows = await list('sort=number')
  const { id, ticketNumber } = rows.tickets[0]!
  await desk.database.pool.query(`update tickets set ticket_number = 'TKT-1000000' where id = $1`, [id])
  expect((await subjects('sort=number')).at(-1)).toBe('delta')
  await desk.database.pool.query(`update tickets set ticket_number = $2 where id = $1`, [id, ticketNumber])
})

test('a client’s order by last update does not betray an internal comment', async () => {
  const ana = await desk.signedIn('client')
  const company = await aClient(root, { name: 'Quiet' })
  await assign(root, company.id, ana.id, 'admin')
  const first = await aTicket(ana, { subject: 'first' })
  desk.clock.advance(1000)
  await aTicket(ana, { subject: 'second' })
  desk.clock.advance(1000)
  await aComment(root, first.id, 'Between us.', true)
  expect(await subjects('sort=updated', ana)).toEqual(['second', 'first'])
  expect(await subjects(`sort=updated&clientId=${company.id}`)).toEqual(['first', 'second'])
})

test('each page of a list in groups is that page of the whole, from whichever end it is read', async () => {
  const projectName = 'Long'
  const priorities = ['low', 'medium', 'high', 'critical'] as const
  const made: Ticket[] = []
  const ana = await desk.signedIn('client')
  const copies = 1300
  for (const priority of priorities) made.push(await aTicket(ana, { projectName, priority }))
  // Copied in the database: through the door this many would take long.
  await desk.database.pool.query(
    `insert into tickets (ticket_number, subject, description, priority, client_id, created_by_id, search_text,
       project_search, created_at)
     select 'TKT-9' || lpad(n::text, 6, '0'), 'copy', 'd', (array['low', 'medium', 'high', 'critical'])[1 + n % 2 * 3],
       client_id, created_by_id, 'x' || chr(10) || 'copy', 'long', created_at - n * interval '1 minute'
     from tickets, generate_series(1, $2) as n where id = $1`,
    [made[0]!.id, copies],
  )
  const whole: string[] = []
  const rank = (one: Ticket) => priorities.indexOf(one.priority)
  const total = copies + priorities.length
  const all: Ticket[] = []
  for (let offset = 0; offset < total; offset += 100) {
    const page = await list(`sort=priority&limit=100&offset=${offset}`, ana)
    expect(page.total).toBe(total)
    all.push(...page.tickets)
    whole.push(...page.tickets.map(({ id }) => id))
  }
  expect(new Set(whole).size).toBe(total)
  const isOrdered = all.every((one, at) => {
    const before = all[at - 1]
    return (
      !before || rank(before) < rank(one) || (rank(before) === rank(one) && before.createdAt >= one.createdAt)
    )
  })
  expect(isOrdered).toBe(true)
  for (const offset of [0, 7, 640, 649, 651, 655, 1200, 1294, 1303]) {
    const { tickets } = await list(`sort=priority&limit=10&offset=${offset}`, ana)
    expect([offset, tickets.map(({ id }) => id)]).toEqual([offset, whole.slice(offset, offset + 10)])
  }
})
