import { count, sql, type SQL } from 'drizzle-orm'
import type { Viewer } from '#features/users/contract.ts'
import type { Clock } from '#platform/server/clock.ts'
import type { Database } from '#platform/server/database/database.ts'
import { createPositionCache } from '#platform/server/position-cache.ts'
import { tickets } from '#tables/tickets.ts'
import { facets, Unassigned, type CountsQuery, type Facet, type TicketCounts, type TicketFilter } from '../list/contract.ts'
import { createStatements } from './statements.ts'
import { edgeOf, narrow, narrowByText, narrowByValue, cacheKey, type FilterSql } from './ticket-filter.ts'
import type { GroupKey } from './ticket-order.ts'

const answersKept = 2000

/** How many tickets have each value; null: none. */
export type ValueCounts = readonly { value: string | null; count: number }[]

const int = (what: SQL) => sql<number>`${what}::int`
const edge = (name: string) => sql.placeholder(name)

/** Ages overlap: what is of today is of this week, too. */
const ageCounts = {
  today: int(sql`count(*) filter (where ${tickets.createdAt} >= ${edge('todayEdge')})`),
  week: int(sql`count(*) filter (where ${tickets.createdAt} >= ${edge('weekEdge')})`),
  month: int(sql`count(*) filter (where ${tickets.createdAt} >= ${edge('monthEdge')})`),
  older: int(sql`count(*) filter (where ${tickets.createdAt} < ${edge('monthEdge')})`),
}

const buildCounts = (db: Database, { where }: FilterSql, key: GroupKey) =>
  db.select({ value: tickets[key], count: count() }).from(tickets).where(where).groupBy(tickets[key])

const buildAges = (db: Database, { where }: FilterSql) => db.select(ageCounts).from(tickets).where(where)

interface Part {
  facet: Facet
  others: FilterSql
}

/** All counts by one search: nearly all its time goes into finding. */
function buildFound(db: Database, byText: FilterSql, parts: readonly Part[]) {
  const { status, priority, category, assignedToId, clientId, createdAt } = tickets
  // Under the name of the table, so that the conditions on its columns hold for what was found.
  const found = sql`with found as materialized (
    select ${status}, ${priority}, ${category}, ${assignedToId}, ${clientId}, ${createdAt}
    from ${tickets} where ${byText.where})`
  const counted = parts.map(({ facet, others: { where } }) => {
    const rest = where ? sql`where ${where}` : sql``
    if (facet !== 'ageFilter')
      return sql`select ${sql.raw(`'${facet}'`)} as facet, ${tickets[facet]}::text as value, count(*)::int as count
        from found as tickets ${rest} group by 2`
    const { today, week, month, older } = ageCounts
    return sql`select 'ageFilter', unnest(array['today', 'week', 'month', 'older']), unnest(array[${today}, ${week}, ${month}, ${older}])
      from found as tickets ${rest}`
  })
  return db
    .select({
      facet: sql<Facet>`facet`,
      value: sql<string | null>`value`,
      count: sql<number>`count`,
    })
    .from(sql`(${found} ${sql.join(counted, sql` union all `)}) as counted`)
}

const asRecord = (counts: ValueCounts) =>
  Object.fromEntries(
    counts.filter((one) => one.count > 0).map(({ value, count }) => [value ?? Unassigned, count]),
  )

/**
 * Counts what the list would show, value by value. Every number is exact; it is remembered with the position of the log before it was
 * counted, and counts for nothing once the log has grown.
 */
export function createTicketCounts(db: Database, clock: Clock, timeZone: string) {
  const remembered = createPositionCache<ValueCounts>(answersKept)
  const searches = createPositionCache<TicketCounts>(answersKept)
  const countsOf = createStatements((name, narrowed: FilterSql, key: GroupKey) =>
    buildCounts(db, narrowed, key).prepare(name),
  )
  const agesOf = createStatements((name, narrowed: FilterSql) => buildAges(db, narrowed).prepare(name))

  function edges() {
    const at = (age: 'today' | 'week' | 'month') => edgeOf(age, clock.now(), timeZone).toISOString()
    return { todayEdge: at('today'), weekEdge: at('week'), monthEdge: at('month') }
  }

  /** How many of what `narrowed` lets through have each value of a column. */
  const countGroups = (narrowed: FilterSql, key: GroupKey, position: number): Promise<ValueCounts> =>
    remembered(cacheKey(narrowed, key), position, () =>
      countsOf(`counts|${narrowed.shape}|${key}`, narrowed.isTextual, narrowed, key).execute(narrowed.values),
    )

  function countAges(narrowed: FilterSql, position: number): Promise<ValueCounts> {
    const since = edges()
    return remembered(cacheKey(narrowed, ...Object.values(since)), position, async () => {
      const statement = agesOf(`ages|${narrowed.shape}`, narrowed.isTextual, narrowed)
      const [row] = await statement.execute({ ...narrowed.values, ...since })
      return Object.entries(row ?? {}).map(([value, count]) => ({ value, count }))
    })
  }

  function countFound(byText: FilterSql, parts: readonly Part[], position: number): Promise<TicketCounts> {
    const values = Object.assign({}, byText.values, edges(), ...parts.map(({ others }) => others.values))
    const shape = parts.map(({ facet, others }) => `${facet}:${others.shape}`).join(';')
    return searches(cacheKey({ ...byText, values }, shape), position, async () => {
      const rows = await buildFound(db, byText, parts).prepare('').execute(values)
      const of = (facet: Facet) => asRecord(rows.filter((row) => row.facet === facet))
      return Object.fromEntries(parts.map(({ facet }) => [facet, of(facet)]))
    })
  }

  async function countFacets(
    viewer: Viewer & { position: number },
    { by, ...filter }: CountsQuery,
  ): Promise<TicketCounts> {
    const wanted = by ? [by] : facets
    const { position } = viewer
    const without = (facet: Facet): TicketFilter => ({ ...filter, [facet]: undefined })
    const byText = narrowByText(viewer, filter)
    if (byText.isTextual) {
      const parts = wanted.map((facet) => ({
        facet,
        others: narrowByValue(without(facet), clock.now(), timeZone),
      }))
      return countFound(byText, parts, position)
    }
    const counted = wanted.map(async (facet) => {
      const others = narrow(viewer, without(facet), clock.now(), timeZone)
      const counts =
        facet === 'ageFilter' ? countAges(others, position) : countGroups(others, facet, position)
      return [facet, asRecord(await counts)]
    })
    return Object.fromEntries(await Promise.all(counted)) as TicketCounts
  }

  return { countGroups, countFacets }
}

export type TicketCounter = ReturnType<typeof createTicketCounts>
