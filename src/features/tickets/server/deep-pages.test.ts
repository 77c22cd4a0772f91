import { sql } from 'drizzle-orm'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createAnchors, startOf, type Start } from './deep-pages.ts'
import type { TicketPage } from '#features/tickets/contract.ts'
import { aTicket, change } from '#test/factories.ts'
import { statementsDuring } from '#test/statements.ts'
import { startApp, type Caller, type TestApp } from '#test/harness.ts'
import { seed } from '#test/seed.ts'
import { tickets } from '#tables/tickets.ts'

const many = 3000
let desk: TestApp
let helpdesk: Caller
let superUser: Caller

beforeAll(async () => {
  desk = await startApp()
  helpdesk = await desk.signedIn('helpdesk')
  superUser = await desk.signedIn('super_user')
  const { id } = await aTicket(helpdesk)
  // Copies of one ticket, some of which were created in the same moment.
  await desk.database.db.execute(sql`
    insert into ${tickets} (ticket_number, subject, description, client_id, created_by_id, created_at, search_text, status, turn, turn_since)
    select 'TKT-9' || place, subject, description, client_id, created_by_id,
      created_at - (place / 3) * interval '1 minute', search_text, case when place % 4 = 0 then 'closed' else 'open' end, turn, turn_since
    from ${tickets}, generate_series(1, ${many}) as place where id = ${id}`)
})
afterAll(() => desk.close())

test('a way to a page begins where the least is passed over', () => {
  const anchors = [{ before: 400, at: '2026-01-04' }]
  const start = (offset: number): Start => startOf(anchors, { offset, limit: 20, total: 1000 })
  expect(start(30)).toEqual({ isBackwards: false, skips: 30 })
  expect(start(380)).toEqual({ at: '2026-01-04', isBackwards: true, skips: 0 })
  expect(start(400)).toEqual({ at: '2026-01-04', isBackwards: false, skips: 0 })
  expect(start(420)).toEqual({ at: '2026-01-04', isBackwards: false, skips: 20 })
  expect(start(900)).toEqual({ isBackwards: true, skips: 80 })
})

test('a page is kept as a place only when nothing has happened since', async () => {
  const { anchorsOf, keep } = createAnchors({ between: async () => [] })
  const narrowed = {
    shape: '',
    values: {},
    lets: () => true,
    unsettledBy: [],
    isTextual: false,
    isPlannedEachTime: false,
  }
  const found = await anchorsOf(narrowed, true, 7)
  const walked = { offset: 600, created: ['c', 'c', 'b'] }
  keep(found, { ...walked, seen: 8 })
  expect((await anchorsOf(narrowed, true, 7)).answer).toEqual([])
  keep(found, { ...walked, seen: 7 })
  expect((await anchorsOf(narrowed, true, 7)).answer).toEqual([{ before: 602, at: 'b' }])
})

test('a deep page, the one before it and the one behind it are found from where it stood', async () => {
  const offset = 1203
  const ask = (from: number) => helpdesk.get<TicketPage>(`/api/tickets?sort=created&limit=9&offset=${from}`)
  /** From where the page was walked to: from the end of the list, or from a place and right there. */
  async function wayTo(from: number): Promise<string> {
    const [statement = ''] = (await statementsDuring(() => ask(from))).filter((text) =>
      text.includes('as page'),
    )
    const isFromPlace = /"created_at" [<>]=? \$\d+::timestamptz/.test(statement)
    return `${isFromPlace ? 'a place' : 'an end'}${/ offset \$\d+/.test(statement) ? ', passing over some' : ''}`
  }
  expect(await wayTo(offset)).toBe('an end, passing over some')
  expect(await wayTo(offset)).toBe('a place')
  expect(await wayTo(offset - 9)).toBe('a place')
  expect(await wayTo(offset + 9)).toBe('a place, passing over some')
})

const step = fc.oneof(
  { weight: 6, arbitrary: fc.record({ page: fc.integer({ min: 0, max: many / 10 }) }) },
  { weight: 1, arbitrary: fc.record({ create: fc.constant(true) }) },
  { weight: 2, arbitrary: fc.record({ close: fc.integer({ min: 0, max: many - 1 }) }) },
  { weight: 1, arbitrary: fc.record({ remove: fc.integer({ min: 0, max: many - 1 }) }) },
)

test(
  'however far in, and whatever changed meanwhile, a page has the rows that its offset says',
  {
    timeout: 60_000,
  },
  async () => {
    const listed = async (query: string) => (await helpdesk.get<TicketPage>(`/api/tickets?${query}`)).body
    /** The id of a ticket at this place; by a statement of its own. */
    async function idAt(place: number): Promise<string> {
      const { rows } = await desk.database.db.execute<{ id: string }>(
        sql`select id from ${tickets} order by id limit 1 offset ${place % (many / 2)}`,
      )
      return rows[0]!.id
    }
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom('', 'open'),
        fc.constantFrom('asc', 'desc'),
        fc.array(step, { minLength: 12, maxLength: 25 }),
        async (status, order, steps) => {
          const shown: string[][] = []
          const wanted: string[][] = []
          for (const one of steps) {
            if ('create' in one) await aTicket(helpdesk)
            else if ('close' in one) await change(helpdesk, await idAt(one.close), { status: 'closed' })
            else if ('remove' in one) await superUser.delete(`/api/tickets/${await idAt(one.remove)}`)
            else {
              const offset = one.page * 10
              const { rows } = await desk.database.db.execute<{ id: string }>(
                sql`select id from ${tickets} ${status ? sql`where status = ${status}` : sql``}
                order by ${sql.raw(`created_at ${order}, id ${order}`)} limit 10 offset ${offset}`,
              )
              const page = await listed(
                `sort=created&order=${order}&limit=10&offset=${offset}${status && `&status=${status}`}`,
              )
              shown.push(page.tickets.map(({ id }) => id))
              wanted.push(rows.map(({ id }) => id))
            }
          }
          expect(shown).toEqual(wanted)
        },
      ),
      { seed, numRuns: 12 },
    )
  },
)
