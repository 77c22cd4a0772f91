import { count, sql, type SQL } from 'drizzle-orm'
import { positionSeen } from '#features/event-log/server/queries.ts'
import type { Viewer } from '#features/users/contract.ts'
import { createCarriedCache, type Counted } from './carried-cache.ts'
import type { Clock } from '#platform/server/clock.ts'
import { onlyRow, type Database } from '#platform/server/database/database.ts'
import type { RecentLog } from './recent-log.ts'
import { logHead } from '#tables/log-head.ts'
import { tickets } from '#tables/tickets.ts'
import {
  facets,
  Unassigned,
  type CountsQuery,
  type Facet,
  type TicketCounts,
  type TicketFilter,
} from '../../list/contract.ts'
import type { TicketFacets } from '../events.ts'
import { createStatements } from '../statements.ts'
import { valueConditions } from './conditions.ts'
import {
  cacheKey,
  join,
  movesIn,
  narrow,
  narrowByText,
  narrowByValue,
  type FilterSql,
  type Move,
} from './filter.ts'
import type { GroupKey } from '../ticket-columns.ts'
import { settle, type Settled } from '../words/settle.ts'

const answersKept = 2000

/** How many tickets have each value; null: none. */
export type ValueCounts = readonly { value: string | null; count: number }[]

const howMany = (condition: SQL) => sql<number>`count(*) filter (where ${condition})::int`

/** One row at least, so that the position is told even where nothing is counted. */
function buildCounts(db: Database, { where }: Settled, key: GroupKey) {
  const counted = db
    .select({ value: tickets[key], count: count().as('count') })
    .from(tickets)
    .where(where)
    .groupBy(tickets[key])
    .as('counted')
  return db
    .select({ position: logHead.position, value: counted.value, count: counted.count })
    .from(logHead)
    .leftJoin(counted, sql`true`)
}

/** Of conditions that may overlap. */
const buildConditionCounts = (db: Database, { where }: Settled, conditions: Readonly<Record<string, SQL>>) =>
  db
    .select({
      position: positionSeen,
      ...Object.fromEntries(Object.entries(conditions).map(([name, one]) => [name, howMany(one)])),
    })
    .from(tickets)
    .where(where)

/** The counts after these moves. */
export function moved(counts: ValueCounts, moves: readonly Move<string | null>[]): ValueCounts {
  if (moves.length === 0) return counts
  const byValue = new Map(counts.map(({ value, count }) => [value, count]))
  for (const { group, by } of moves) byValue.set(group, (byValue.get(group) ?? 0) + by)
  return [...byValue].map(([value, count]) => ({ value, count }))
}

interface Part {
  facet: Facet
  others: FilterSql
}

/** One row of facet, value and count for each choice. */
function countedOfFound({ facet, others: { conditions } }: Part): SQL {
  const { counting } = valueConditions[facet]
  const rest = conditions ? sql`where ${conditions}` : sql``
  const name = sql.raw(`'${facet}'`)
  if ('by' in counting)
    return sql`select ${name}, ${tickets[counting.by]}::text, count(*)::int from matching as tickets ${rest} group by 2`
  const choices = sql.raw(
    Object.keys(counting.conditions)
      .map((choice) => `'${choice}'`)
      .join(),
  )
  const counts = sql.join(Object.values(counting.conditions).map(howMany), sql`, `)
  return sql`select ${name}, unnest(array[${choices}]), unnest(array[${counts}]) from matching as tickets ${rest}`
}

/** All counts by one search: nearly all its time goes into finding. */
function buildFound(db: Database, { where, bounded }: Settled, parts: readonly Part[]) {
  const columns = [...new Set(Object.values(valueConditions).map(({ reads }) => reads))]
  // Under the name of the table, so that the conditions on its columns hold for what was found.
  const matching = sql`${bounded && sql`${bounded.tables},`} matching as materialized (
    select ${sql.join(columns, sql`, `)} from ${tickets} where ${bounded?.isKnown ?? where})`
  const counted = sql.join(parts.map(countedOfFound), sql` union all `)
  return db
    .select({
      position: logHead.position,
      isAtLeast: sql<boolean>`is_at_least`,
      facet: sql<Facet | null>`facet`,
      value: sql<string | null>`value`,
      count: sql<number>`count`,
    })
    .from(logHead)
    .innerJoin(
      sql`(with ${matching}
        select known.is_at_least, counted.* from (select ${bounded?.isAtLeast ?? sql`false`} as is_at_least) as known
        left join (${counted}) as counted (facet, value, count) on not known.is_at_least) as told`,
      sql`true`,
    )
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

/** Counts what the list would show, value by value. Every number is exact; it is remembered, and carried forward by what happens. */
export function createTicketCounts(db: Database, clock: Clock, timeZone: string, recent: RecentLog) {
  const remembered = createCarriedCache<ValueCounts>(recent, answersKept)
  const searches = createCarriedCache<TicketCounts>(recent, answersKept)
  const countsOf = createStatements((name, settled: Settled, key: GroupKey) =>
    buildCounts(db, settled, key).prepare(name),
  )
  const conditionsOf = createStatements((name, settled: Settled, conditions: Readonly<Record<string, SQL>>) =>
    buildConditionCounts(db, settled, conditions).prepare(name),
  )

  /** How many of what `narrowed` lets through have each value of a column. */
  const countGroups = (narrowed: FilterSql, key: GroupKey, position: number): Promise<Counted<ValueCounts>> =>
    remembered(position, {
      key: cacheKey(narrowed, key),
      async lookUp() {
        const shape = `counts|${narrowed.shape}|${key}`
        const settled = await settle(db, narrowed)
        const statement = countsOf(shape, narrowed.isPlannedEachTime, settled, key)
        const rows = await statement.execute(settled.values)
        return {
          position: settled.knownAt(onlyRow(rows).position),
          answer: rows.flatMap(({ value, count }) => (count === null ? [] : { value, count })),
        }
      },
      carry(counts, entries) {
        const moves = movesIn(narrowed, entries, (ticket) => [ticket[key]])
        return moves && moved(counts, moves)
      },
    })

  /** The values of the conditions by which a facet is counted. */
  function valuesOf(facet: Facet): Readonly<Record<string, string>> {
    const { counting } = valueConditions[facet]
    return 'by' in counting ? {} : counting.values(clock.now(), timeZone)
  }

  /** How many of what `narrowed` lets through each choice of a filter would show. */
  async function countChoices(narrowed: FilterSql, facet: Facet, position: number): Promise<ValueCounts> {
    const { counting } = valueConditions[facet]
    if ('by' in counting) return (await countGroups(narrowed, counting.by, position)).answer
    const values = valuesOf(facet)
    const counted = await remembered(position, {
      key: cacheKey(narrowed, facet, JSON.stringify(values)),
      async lookUp() {
        const shape = `counts|${narrowed.shape}|${facet}`
        const settled = await settle(db, narrowed)
        const statement = conditionsOf(shape, narrowed.isPlannedEachTime, settled, counting.conditions)
        const row = onlyRow(await statement.execute({ ...settled.values, ...values }))
        const { position: seen, ...counts } = row as Record<string, number> & { position: number }
        return {
          position: settled.knownAt(seen),
          answer: Object.entries(counts).map(([value, count]) => ({ value, count })),
        }
      },
      carry(counts, entries) {
        const moves = movesIn(narrowed, entries, (ticket) => counting.choicesOf(ticket, values))
        return moves && moved(counts, moves)
      },
    })
    return counted.answer
  }

  /** The choices of a filter that a ticket is counted in. */
  function choicesOf(facet: Facet, ticket: TicketFacets): readonly (string | null)[] {
    const { counting } = valueConditions[facet]
    return 'by' in counting ? [ticket[counting.by]] : counting.choicesOf(ticket, valuesOf(facet))
  }

  async function countFound(
    byText: FilterSql,
    parts: readonly Part[],
    position: number,
  ): Promise<TicketCounts> {
    const values = Object.assign(
      {},
      byText.values,
      ...parts.flatMap(({ facet, others }) => [valuesOf(facet), others.values]),
    )
    const shape = parts.map(({ facet, others }) => `${facet}:${others.shape}`).join(';')
    const counted = await searches(position, {
      key: cacheKey({ ...byText, values }, shape),
      async lookUp() {
        const settled = await settle(db, byText)
        const rows = await buildFound(db, settled, parts).prepare('').execute(values)
        const of = (facet: Facet) =>
          asRecord(
            facet,
            rows.filter((row) => row.facet === facet),
          )
        const { position: seen, isAtLeast } = onlyRow(rows)
        return {
          position: settled.knownAt(seen),
          // What a search leaves out is in no count: then none is told.
          answer: isAtLeast ? {} : Object.fromEntries(parts.map(({ facet }) => [facet, of(facet)])),
        }
      },
      carry(counts, entries) {
        const isUnmoved = parts.every(({ facet, others }) => {
          const moves = movesIn(join([byText, others], true), entries, (ticket) => choicesOf(facet, ticket))
          return moves?.length === 0
        })
        return isUnmoved ? counts : undefined
      },
    })
    return counted.answer
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
