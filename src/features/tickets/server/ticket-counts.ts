import { count, sql, type SQL } from 'drizzle-orm'
import type { Viewer } from '#features/users/contract.ts'
import type { Clock } from '#platform/server/clock.ts'
import type { Database } from '#platform/server/database/database.ts'
import { createPositionCache } from '#platform/server/position-cache.ts'
import { tickets } from '#tables/tickets.ts'
import {
  facets,
  Unassigned,
  type CountsQuery,
  type Facet,
  type TicketCounts,
  type TicketFilter,
} from '../list/contract.ts'
import { createStatements } from './statements.ts'
import { valueConditions } from './ticket-conditions.ts'
import { cacheKey, narrow, narrowByText, narrowByValue, type FilterSql } from './ticket-filter.ts'
import type { GroupKey } from './ticket-columns.ts'

const answersKept = 2000

/** How many tickets have each value; null: none. */
export type ValueCounts = readonly { value: string | null; count: number }[]

const howMany = (condition: SQL) => sql<number>`count(*) filter (where ${condition})::int`

const buildCounts = (db: Database, { where }: FilterSql, key: GroupKey) =>
  db.select({ value: tickets[key], count: count() }).from(tickets).where(where).groupBy(tickets[key])

/** Of conditions that may overlap. */
const buildConditionCounts = (
  db: Database,
  { where }: FilterSql,
  conditions: Readonly<Record<string, SQL>>,
) =>
  db
    .select(Object.fromEntries(Object.entries(conditions).map(([name, one]) => [name, howMany(one)])))
    .from(tickets)
    .where(where)

interface Part {
  facet: Facet
  others: FilterSql
}

/** One row of facet, value and count for each choice. */
function countedOfFound({ facet, others: { where } }: Part): SQL {
  const { counting } = valueConditions[facet]
  const rest = where ? sql`where ${where}` : sql``
  const name = sql.raw(`'${facet}'`)
  if ('by' in counting)
    return sql`select ${name}, ${tickets[counting.by]}::text, count(*)::int from found as tickets ${rest} group by 2`
  const choices = sql.raw(
    Object.keys(counting.conditions)
      .map((choice) => `'${choice}'`)
      .join(),
  )
  const counts = sql.join(Object.values(counting.conditions).map(howMany), sql`, `)
  return sql`select ${name}, unnest(array[${choices}]), unnest(array[${counts}]) from found as tickets ${rest}`
}

/** All counts by one search: nearly all its time goes into finding. */
function buildFound(db: Database, byText: FilterSql, parts: readonly Part[]) {
  const columns = [...new Set(Object.values(valueConditions).map(({ reads }) => reads))]
  // Under the name of the table, so that the conditions on its columns hold for what was found.
  const found = sql`with found as materialized (
    select ${sql.join(columns, sql`, `)} from ${tickets} where ${byText.where})`
  const counted = sql.join(parts.map(countedOfFound), sql` union all `)
  return db
    .select({
      facet: sql<Facet>`facet`,
      value: sql<string | null>`value`,
      count: sql<number>`count`,
    })
    .from(sql`(${found} ${counted}) as counted (facet, value, count)`)
}

/** What has no value is a choice only where there are people to assign. */
const choiceOf = (facet: Facet, value: string | null) =>
  value ?? (facet === 'assignedToId' ? Unassigned : undefined)

const asRecord = (facet: Facet, counts: ValueCounts) =>
  Object.fromEntries(
    counts.flatMap(({ value, count }) => {
      const choice = choiceOf(facet, value)
      return count > 0 && choice !== undefined ? [[choice, count]] : []
    }),
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
  const conditionsOf = createStatements(
    (name, narrowed: FilterSql, conditions: Readonly<Record<string, SQL>>) =>
      buildConditionCounts(db, narrowed, conditions).prepare(name),
  )

  /** How many of what `narrowed` lets through have each value of a column. */
  const countGroups = (narrowed: FilterSql, key: GroupKey, position: number): Promise<ValueCounts> =>
    remembered(cacheKey(narrowed, key), position, () =>
      countsOf(`counts|${narrowed.shape}|${key}`, narrowed.isPlannedEachTime, narrowed, key).execute(
        narrowed.values,
      ),
    )

  /** The values of the conditions by which a facet is counted. */
  function valuesOf(facet: Facet): Readonly<Record<string, unknown>> {
    const { counting } = valueConditions[facet]
    return 'by' in counting ? {} : counting.values(clock.now(), timeZone)
  }

  /** How many of what `narrowed` lets through each choice of a filter would show. */
  function countChoices(narrowed: FilterSql, facet: Facet, position: number): Promise<ValueCounts> {
    const { counting } = valueConditions[facet]
    if ('by' in counting) return countGroups(narrowed, counting.by, position)
    const values = valuesOf(facet)
    return remembered(cacheKey(narrowed, facet, JSON.stringify(values)), position, async () => {
      const shape = `counts|${narrowed.shape}|${facet}`
      const statement = conditionsOf(shape, narrowed.isPlannedEachTime, narrowed, counting.conditions)
      const [row] = await statement.execute({ ...narrowed.values, ...values })
      return Object.entries(row ?? {}).map(([value, count]) => ({ value, count }))
    })
  }

  function countFound(byText: FilterSql, parts: readonly Part[], position: number): Promise<TicketCounts> {
    const values = Object.assign(
      {},
      byText.values,
      ...parts.flatMap(({ facet, others }) => [valuesOf(facet), others.values]),
    )
    const shape = parts.map(({ facet, others }) => `${facet}:${others.shape}`).join(';')
    return searches(cacheKey({ ...byText, values }, shape), position, async () => {
      const rows = await buildFound(db, byText, parts).prepare('').execute(values)
      const of = (facet: Facet) =>
        asRecord(
          facet,
          rows.filter((row) => row.facet === facet),
        )
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
      return [facet, asRecord(facet, await countChoices(others, facet, position))]
    })
    return Object.fromEntries(await Promise.all(counted)) as TicketCounts
  }

  return { countGroups, countFacets }
}

export type TicketCounter = ReturnType<typeof createTicketCounts>
