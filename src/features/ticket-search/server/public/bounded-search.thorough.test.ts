import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TicketPage } from '#features/tickets/contract.ts'
import { indexPendingTexts } from '#features/conversation/server/public/index-texts.ts'
import { searchPieces } from '#platform/contract/searchable.ts'
import { aComment, aTicket } from '#test/factories.ts'
import { startApp, type Caller, type TestApp } from '#test/harness.ts'

let desk: TestApp
let helpdesk: Caller
let ana: Caller

beforeAll(async () => {
  desk = await startApp()
  helpdesk = await desk.signedIn('helpdesk')
  ana = await desk.signedIn('client')
})
afterAll(() => desk.close())

async function list(query: string, by = helpdesk): Promise<TicketPage> {
  const { status, body } = await by.get<TicketPage>(`/api/tickets?${query}`)
  expect([query, status]).toEqual([query, 200])
  return body
}

describe('a search finds', () => {
  const endless = Array.from({ length: 130 }, (_, at) => String.fromCodePoint(0x4e00 + at)).join('')
  const texts = [
    'Printer on the 2nd floor jams',
    'printers, laserprinters and a sprinter',
    String.raw`C:\temp\new_file.txt is 100% full (0x80070005)`,
    'Größe of the café: naïve “quoted” it’s C++ & c#',
    'Кириллица и ещё слова',
    `${endless} tail`,
    `${'a'.repeat(39)}bc${'d'.repeat(45)}`,
    '𝒜𝒷𝒸 astral 👍🏽 letters 𠀀𠀁𠀂',
    'load_average at 21:33:ab on eth0',
    'x',
  ]
  const said = ['the printer said offline', 'floor plan', 'quoted twice “quoted”', 'ab']
  const searches = [
    'printer',
    'rint',
    'in',
    'x',
    'printer floor',
    '"floor printer"',
    '"the printer" quoted',
    'a rint "2nd floor"',
    'floor printer',
    'the printer',
    'offline printer said',
    'printer offline floor',
    'c:\\temp',
    'new_file',
    'w_f',
    '100%',
    '%',
    '_',
    'c++',
    'c#',
    '0x8007',
    '7000',
    'großé',
    'кириллица',
    'рилл',
    'ещё слова',
    endless,
    endless.slice(15, 75),
    endless.slice(30, 50),
    endless.slice(39, 41),
    `${endless.slice(100)} tail`,
    'aaab',
    'abcd',
    `c${'d'.repeat(45)}`,
    'd'.repeat(46),
    'abc',
    '𠀁',
    '𠀀𠀁𠀂',
    '👍🏽',
    'tk',
    'kt',
    'kt-000003',
    'tkt',
    'tkt-',
    'TKT-00000',
    '000003',
    't-0',
    '21:33:ab',
    '33:a',
    'ab',
    '“quoted”',
    'it’s',
    'acme',
    'acme printer',
    'nothing',
  ]
  let numbers: string[]

  beforeAll(async () => {
    numbers = []
    for (const text of texts) {
      const { id, ticketNumber } = await aTicket(ana, { subject: 'Words', description: text })
      numbers.push(ticketNumber)
      if (text.startsWith('Printer')) for (const comment of said) await aComment(helpdesk, id, comment)
      else await aComment(helpdesk, id, `${said[numbers.length % said.length]} to us alone`, true)
    }
  })

  test.each(searches)('by %j the tickets whose texts contain each of its words', async (search) => {
    const pieces = searchPieces(search)
    const { rows } = await desk.database.pool.query<{ number: string; text: string; internal: boolean }>(`
      select ticket_number as number, search_text as text, false as internal from tickets
      union all select ticket_number, c.search_text, is_internal from comments c join tickets t on t.id = c.ticket_id
      union all select ticket_number, name_search, false from tickets t join clients c on c.id = t.client_id
      union all select ticket_number, split_part(u.search_text, e'\\n', 1), false from tickets t
        join users u on u.id in (t.created_by_id, t.assigned_to_id)`)
    const expected = (mayReadAll: boolean) =>
      [...Map.groupBy(rows, (row) => row.number)]
        .filter(([, texts]) =>
          pieces.every((piece) =>
            texts.some((row) => row.text.includes(piece) && (mayReadAll || !row.internal)),
          ),
        )
        .map(([one]) => one)
        .sort()
    for (const [by, mayReadAll] of [
      [helpdesk, true],
      [ana, false],
    ] as const) {
      const { tickets, total } = await list(`limit=100&search=${encodeURIComponent(search)}`, by)
      expect(tickets.map((ticket) => ticket.ticketNumber).sort()).toEqual(expected(mayReadAll))
      expect(total).toBe(tickets.length)
    }
  })
})

describe('a search that finds more than ten thousand tickets', () => {
  const most = 10_000
  const count = most + 40

  beforeAll(async () => {
    await aTicket(helpdesk, { subject: 'The pattern of many' })
    await desk.database.pool.query(`
      insert into tickets (ticket_number, subject, description, client_id, created_by_id, status, search_text, created_at)
      select 'MANY-' || n, 'many ' || n, 'Legion among others', client_id, created_by_id,
        case when n % 10 = 0 then 'closed' else 'open' end, 'many-' || n || e'\\nmany ' || n || e'\\nlegion among others',
        timestamptz '2015-01-01' + n * interval '1 hour'
      from tickets, generate_series(1, ${count}) n where subject = 'The pattern of many'`)
    await desk.database.pool.query(`
      insert into search_texts (ticket_id, text_id, is_internal, created_at)
      select id, id, false, created_at from tickets where ticket_number like 'MANY-%'`)
    await indexPendingTexts(desk.database.db)
    await desk.database.pool.query('analyze tickets; analyze search_texts')
  }, 60_000)

  const subjects = ({ tickets }: TicketPage) => tickets.map(({ subject }) => subject)
  const from = (first: number, length: number) => Array.from({ length }, (_, at) => `many ${first - at}`)

  test.each(['legion', 'egio', 'legion among', 'legion among others'])(
    'shows the newest of %j, and says that there are more',
    async (search) => {
      const first = await list(`search=${encodeURIComponent(search)}&limit=5`)
      expect([first.total, first.totalIsAtLeast, subjects(first)]).toEqual([most, true, from(count, 5)])
      const deep = await list(`search=${encodeURIComponent(search)}&limit=10&offset=9990`)
      expect([deep.total, deep.totalIsAtLeast, subjects(deep)]).toEqual([most, true, from(50, 10)])
    },
  )

  test('refuses a page beyond', async () => {
    for (const sort of ['created', 'status']) {
      const { status, body } = await helpdesk.get<{ message: string; field?: string }>(
        `/api/tickets?search=legion&sort=${sort}&offset=10000`,
      )
      expect([status, body]).toMatchObject([
        400,
        { message: expect.stringMatching(/^offset must be less than 10,?000/) },
      ])
    }
  })

  test('shows exactly how many there are beside a filter that lets fewer through', async () => {
    const { total, totalIsAtLeast, tickets } = await list('search=legion&status=closed&limit=2')
    expect([total, totalIsAtLeast]).toEqual([count / 10, undefined])
    expect(tickets.map(({ subject }) => subject)).toEqual([`many ${count}`, `many ${count - 10}`])
    expect((await helpdesk.get('/api/tickets/counts?search=legion')).body).toEqual({})
    expect((await helpdesk.get('/api/tickets/counts?search=many-77')).body).toMatchObject({
      status: { open: 100, closed: 11 },
    })
  })

  test('orders the newest by whatever is asked', async () => {
    const ordered = await list('search=legion&sort=number&order=asc&limit=2')
    expect([ordered.total, subjects(ordered)]).toEqual([most, ['many 41', 'many 42']])
    const grouped = await list('search=legion&sort=status&limit=2')
    expect([grouped.total, grouped.totalIsAtLeast]).toEqual([most, true])
  })

  test('is never older than what was written since', async () => {
    const one = await aTicket(helpdesk, { subject: 'Another legion' })
    expect(subjects(await list('search=legion&limit=2'))).toEqual(['Another legion', `many ${count}`])
    expect((await helpdesk.delete(`/api/tickets/${one.id}`)).status).toBe(200)
    expect(subjects(await list('search=legion&limit=1'))).toEqual([`many ${count}`])
  })
})
