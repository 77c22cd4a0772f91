import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { aClient, aComment, aTicket, change } from '#test/factories.ts'
import { startApp, type Caller, type TestApp } from '#test/harness.ts'
import type { NewTicket, TicketPage } from '#features/tickets/contract.ts'

let desk: TestApp
let ana: Caller
let helpdesk: Caller
let root: Caller

beforeAll(async () => {
  desk = await startApp({ settings: { TIME_ZONE: 'Asia/Kathmandu' } })
  ana = await desk.signedIn('client')
  helpdesk = await desk.signedIn('helpdesk')
  root = await desk.signedIn('super_user')
})
afterAll(() => desk.close())

async function list(query: Record<string, string | number>, by = helpdesk) {
  const text = String(
    new URLSearchParams(
      Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]),
    ),
  )
  const { status, body } = await by.get<TicketPage>(`/api/tickets?${text}`)
  expect(status).toBe(200)
  return { total: body.total, subjects: body.tickets.map((ticket) => ticket.subject), tickets: body.tickets }
}

/** A world of its own for a block: its tickets are found by their project. */
const inWorld = (projectName: string) => ({
  ticket: (subject: string, some: Partial<NewTicket> = {}) => aTicket(ana, { subject, projectName, ...some }),
  list: (query: Record<string, string | number>, by?: Caller) =>
    list({ projectName, limit: 100, ...query }, by),
})

describe('each filter', () => {
  const { ticket, list: find } = inWorld('Filters')
  let acmeId = ''

  beforeAll(async () => {
    acmeId = (await aClient(root, { name: 'Filter Co' })).id
    const one = await ticket('one', { priority: 'high', category: 'email', productName: 'Router X' })
    const two = await ticket('two', { priority: 'low', category: 'network', customerName: 'Zebra GmbH' })
    await ticket('three', { customerName: 'Filter Co' })
    await change(root, one.id, { assignedToId: helpdesk.id, status: 'progress' })
    await change(root, two.id, { assignedToId: root.id, status: 'closed' })
  })

  test.each([
    ['status', 'progress', ['one']],
    ['status', 'closed', ['two']],
    ['status', 'testing', []],
    ['priority', 'low', ['two']],
    ['category', 'email', ['one']],
    ['customerName', 'zebra', ['two']],
    ['productName', 'ROUTER', ['one']],
    ['assignedToId', 'unassigned', ['three']],
  ])('the list is filtered by %s %s', async (name, value, subjects) => {
    expect(await find({ [name]: value })).toMatchObject({ total: subjects.length, subjects })
  })

  test('the list is filtered by assignee, by company and by project', async () => {
    expect((await find({ assignedToId: helpdesk.id })).subjects).toEqual(['one'])
    expect((await find({ clientId: acmeId })).subjects).toEqual(['three'])
    expect((await list({ projectName: 'filTERS', limit: 100 })).total).toBe(3)
  })

  test('several filters show only tickets that pass each of them', async () => {
    const all = {
      status: 'progress',
      priority: 'high',
      category: 'email',
      productName: 'x',
      customerName: 'acme',
      search: 'one',
      ageFilter: 'today',
    }
    expect((await find({ ...all, assignedToId: helpdesk.id })).subjects).toEqual(['one'])
    for (const [name, other] of Object.entries({
      status: 'open',
      priority: 'low',
      category: 'other',
      productName: 'zzz',
      search: 'two',
      ageFilter: 'older',
    }))
      expect([name, (await find({ ...all, [name]: other })).total]).toEqual([name, 0])
  })

  test('an empty filter is no filter', async () => {
    expect((await find({ search: '', customerName: ' ', productName: '' })).total).toBe(3)
  })
})

test('the age of a ticket is counted in days of the configured time zone', async () => {
  const { list: find } = inWorld('Ages')
  // 00:10 in Kathmandu, five hours and three quarters ahead of UTC.
  const now = new Date('2031-03-10T18:25:00.000Z')
  const ago = {
    'this morning': 5,
    'yesterday evening': 15,
    'six days': 6 * 1440,
    'eight days': 8 * 1440,
    'a month and a day': 31 * 1440,
  }
  for (const [subject, minutes] of Object.entries(ago).toReversed()) {
    desk.clock.set(new Date(now.getTime() - minutes * 60_000))
    await desk.signIn(await emailOf(ana)).then((fresh) => aTicket(fresh, { subject, projectName: 'Ages' }))
  }
  desk.clock.set(now)
  const reader = await desk.signIn(await emailOf(helpdesk))
  const newest = Object.keys(ago)
  const found = async (ageFilter: string) => (await find({ ageFilter }, reader)).subjects
  expect(await found('today')).toEqual(newest.slice(0, 1))
  expect(await found('week')).toEqual(newest.slice(0, 3))
  expect(await found('month')).toEqual(newest.slice(0, 4))
  expect(await found('2-7')).toEqual(newest.slice(1, 3))
  expect(await found('8-30')).toEqual(newest.slice(3, 4))
  expect(await found('older')).toEqual(newest.slice(4))
  desk.clock.set(new Date())
})

async function emailOf(person: Caller): Promise<string> {
  return (
    await desk.database.pool.query<{ email: string }>('select email from users where id = $1', [person.id])
  ).rows[0]!.email
}

describe('search', () => {
  const { ticket, list: find } = inWorld('Search')

  beforeAll(async () => {
    await ticket('100% CPU', { description: 'load_average is high', customerName: 'Grün & Öl AG' })
    await ticket("it's “quoted”", { description: 'since 21:33:ab on eth0', productName: 'C++ runtime' })
    const commented = await ticket('Café closed', { description: String.raw`path C:\temp\new` })
    await aComment(ana, commented.id, 'The éclair is frozen')
    await aComment(helpdesk, commented.id, 'Customer is a nuisance', true)
  })

  test.each([
    ['100%', ['100% CPU']],
    ['%', ['100% CPU']],
    ['_', ['100% CPU']],
    ['d_a', ['100% CPU']],
    ['dXa', []],
    ["it's", ["it's “quoted”"]],
    ['“quoted”', ["it's “quoted”"]],
    ['C++', ["it's “quoted”"]],
    ['21:33:ab', ["it's “quoted”"]],
    ['ETH0', ["it's “quoted”"]],
    [String.raw`C:\temp`, ['Café closed']],
    ['cafe', ['Café closed']],
    ['CAFÉ', ['Café closed']],
    ['grun & ol', ['100% CPU']],
    ['eclair', ['Café closed']],
    ['nuisance', ['Café closed']],
    ['  high ', ['100% CPU']],
    ['nothing like it', []],
    ["' or 1=1 --", []],
  ])('a search for %s finds its tickets', async (search, subjects) => {
    expect(await find({ search })).toMatchObject({ total: subjects.length, subjects })
  })

  test.each(['[TKT]', '#TKT', 'TKT.', '(TKT),', '“TKT”', 'Re: [TKT] signs', 'TKT: Signs, around'])(
    'a ticket is found by its number as mails and people write it, by staff and by clients: %s',
    async (form) => {
      const ticket = await aTicket(ana, { subject: `Signs around ${form}` })
      const search = form.replace('TKT', ticket.ticketNumber)
      for (const who of [helpdesk, ana]) {
        const path = encodeURIComponent(search)
        const { body } = await who.get<TicketPage>(`/api/tickets?search=${path}`)
        expect(body.tickets.map(({ id }) => id)).toEqual([ticket.id])
        const counted = await who.get<{ status: object }>(`/api/tickets/counts?by=status&search=${path}`)
        expect(counted.body.status).toEqual({ open: 1 })
        const palette = await who.get<{ tickets: { id: string }[] }>(`/api/search?q=${path}`)
        expect(palette.body.tickets[0]?.id).toBe(ticket.id)
      }
    },
  )

  test('quotes and commas around words do not count in a search, nor does their order', async () => {
    const { id } = await aTicket(ana, { subject: 'Zebra crossing', description: 'Painted, white' })
    for (const search of ['"Zebra crossing"', 'white, zebra', '“white”, (painted)'])
      for (const who of [helpdesk, ana]) {
        const path = encodeURIComponent(search)
        const { body } = await who.get<TicketPage>(`/api/tickets?search=${path}`)
        expect([search, body.tickets.map((one) => one.id)]).toEqual([search, [id]])
      }
    const { body } = await ana.get<TicketPage>('/api/tickets?search=white%2C%20elephant')
    expect(body.total).toBe(0)
  })

  test('a search finds a ticket by its number and by the name of its company', async () => {
    const acme = await aClient(root, { name: 'Owner of all' })
    const one = await aTicket(helpdesk, {
      subject: 'numbered',
      customerName: 'typed otherwise',
      clientId: acme.id,
    })
    expect((await list({ search: one.ticketNumber.toLowerCase() })).subjects).toEqual(['numbered'])
    expect((await list({ search: 'owner OF' })).subjects).toEqual(['numbered'])
  })

  test('a client’s search finds public comments and no internal ones', async () => {
    expect((await find({ search: 'eclair' }, ana)).total).toBe(1)
    expect(await find({ search: 'nuisance' }, ana)).toMatchObject({ total: 0, subjects: [] })
  })
})

describe('pages', () => {
  const count = 24
  const { ticket, list: find } = inWorld('Pages')
  const newestFirst = Array.from({ length: count }, (_, place) => `page ${count - place}`)

  beforeAll(async () => {
    for (const subject of newestFirst.toReversed()) await ticket(subject)
  })

  test('a page has ten tickets by default, newest first, with the total of all', async () => {
    const { body } = await helpdesk.get<TicketPage>('/api/tickets?projectName=Pages')
    expect(body.tickets.map((one) => one.subject)).toEqual(newestFirst.slice(0, 10))
    expect(body.total).toBe(count)
  })

  test('all pages together are the whole list, each ticket once', async () => {
    const pages = []
    for (let offset = 0; offset < count; offset += 7) pages.push(await find({ limit: 7, offset }))
    expect(pages.flatMap((page) => page.subjects)).toEqual(newestFirst)
    expect(pages.every((page) => page.total === count)).toBe(true)
  })

  test('a page beyond the end is empty and still has the total', async () => {
    for (const offset of [count, count + 1, 100_000_000])
      expect(await find({ offset })).toMatchObject({ total: count, subjects: [] })
  })

  test('a page sorted by update begins with the ticket that was updated last', async () => {
    const last = (await find({ limit: 1, offset: count - 1 })).tickets[0]!
    await aComment(ana, last.id, 'Any news?')
    expect((await find({ sort: 'updated', limit: 2 })).subjects).toEqual(['page 1', `page ${count}`])
    expect((await find({ sort: 'created', limit: 1 })).subjects).toEqual([`page ${count}`])
  })
})

test('a deep page is the same page from whichever end it is read', async () => {
  const { ticket, list: find } = inWorld('Deep')
  await ticket('the pattern')
  await desk.database.pool.query(`
    insert into tickets (ticket_number, subject, description, client_id, created_by_id, search_text, project_search, created_at)
    select 'DEEP-' || n, 'deep ' || n, '', client_id, created_by_id, '', 'deep', timestamptz '2001-01-01' + n * interval '1 minute'
    from tickets, generate_series(1, 1499) n where subject = 'the pattern'`)
  const subjectAt = (place: number) => (place === 0 ? 'the pattern' : `deep ${1500 - place}`)
  for (const offset of [0, 500, 501, 740, 750, 751, 900, 1490, 1495, 1499]) {
    const { total, subjects } = await find({ offset, limit: 10 })
    expect([offset, total, subjects]).toEqual([
      offset,
      1500,
      Array.from({ length: Math.min(10, 1500 - offset) }, (_, place) => subjectAt(offset + place)),
    ])
  }
  expect((await find({ offset: 1500 })).subjects).toEqual([])
})

test('a total is never older than the last change', async () => {
  const { ticket, list: find } = inWorld('Counted')
  for (let made = 1; made <= 8; made++) {
    const one = await ticket(`counted ${made}`)
    expect((await find({})).total).toBe(made)
    expect((await find({ status: 'open' })).total).toBe(1)
    await change(helpdesk, one.id, { status: 'closed' })
    expect((await find({ status: 'open' })).total).toBe(0)
  }
})

test('a search and a sorted list are never older than the last write', async () => {
  const { ticket, list: find } = inWorld('Written')
  const [first] = [await ticket('first'), await ticket('second')]
  const asked = () => Promise.all([find({ search: 'basaltine' }), find({ sort: 'updated' })])
  const [none, newest] = await asked()
  expect([none.total, newest.subjects]).toEqual([0, ['second', 'first']])
  desk.clock.advance(1000)
  // For colleagues alone, so that nothing else about the ticket changes.
  await aComment(helpdesk, first.id, 'Basaltine.', true)
  const [found, updated] = await asked()
  expect([found.subjects, updated.subjects]).toEqual([['first'], ['first', 'second']])
})

test('a list in the order of names follows a name that changes', async () => {
  const clients = [await aClient(root, { name: 'Ordered A' }), await aClient(root, { name: 'Ordered B' })]
  for (const { id, name } of clients) await aTicket(root, { clientId: id, subject: name })
  const asked = () => list({ clientId: clients.map(({ id }) => id).join(), sort: 'client', order: 'asc' })
  expect((await asked()).subjects).toEqual(['Ordered A', 'Ordered B'])
  expect((await root.send('PATCH', `/api/clients/${clients[0]!.id}`, { name: 'Ordered C' })).status).toBe(200)
  expect((await asked()).subjects).toEqual(['Ordered B', 'Ordered A'])
})
