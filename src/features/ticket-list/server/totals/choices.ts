import { count, eq, sql, type SQL } from 'drizzle-orm'
import { positionSeen } from '#features/event-log/server/queries.ts'
import {
  facets,
  Unassigned,
  Unlabelled,
  type Facet,
  type TicketFilter,
} from '#features/tickets/list/contract.ts'
import type { Viewer } from '#features/users/contract.ts'
import { onlyRow } from '#platform/server/database/database.ts'
import type { Database } from '#platform/server/database/query-builder.ts'
import { logHead } from '#tables/log-head.ts'
import { ticketLabels } from '#tables/ticket-labels.ts'
import { tickets } from '#tables/tickets.ts'
import { createCarriedCache } from './carried-cache.ts'
import type { CountsQuery, TicketCounts } from '../../contract.ts'
import { createStatements } from '../statements.ts'
import { countedUnder, valueConditions, type CountKey } from './conditions.ts'
import { cacheKey, filterSql, textFilterSql, valueFilterSql, type FilterSql } from './filter.ts'
import { deltasIn, type CountDelta } from './deltas.ts'
import type { TotalsParts } from './recent-log.ts'
import { resolveSearch, type ResolvedFilter } from './resolve-search.ts'

/** Entries of the cache; each holds a number per client or person. */
const mostAnswers = 500

/** Tickets per value; null: none. */
export type ValueCounts = readonly { value: string | null; count: number }[]

const howMany = (condition: SQL) => sql<number>`count(*) filter (where ${condition})::int`

/** Returns at least one row, so that the position is always known. */
function buildCounts(db: Database, { where }: ResolvedFilter, key: CountKey) {
  const counted =
    key === 'label'
      ? db
          .select({ value: ticketLabels.labelId, count: count().as('count') })
          .from(tickets)
          .leftJoin(ticketLabels, eq(ticketLabels.ticketId, tickets.id))
          .where(where)
          .groupBy(ticketLabels.labelId)
          .as('counted')
      : db
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

/** Conditions may overlap. */
const buildConditionCounts = (
  db: Database,
  { where }: ResolvedFilter,
  conditions: Readonly<Record<string, SQL>>,
) =>
  db
    .select({
      position: positionSeen,
      ...Object.fromEntries(Object.entries(conditions).map(([name, one]) => [name, howMany(one)])),
    })
    .from(tickets)
    .where(where)

function moved(counts: ValueCounts, moves: readonly CountDelta<string | null>[]): ValueCounts {
  if (moves.length === 0) return counts
  const byValue = new Map(counts.map(({ value, count }) => [value, count]))
  for (const { group, by } of moves) byValue.set(group, (byValue.get(group) ?? 0) + by)
  return [...byValue].map(([value, count]) => ({ value, count })).filter(({ count }) => count > 0)
}

interface Part {
  facet: Facet
  others: FilterSql
}

function countedOfFound({ facet, others: { conditions } }: Part): SQL {
  const { counting } = valueConditions[facet]
  const rest = conditions ? sql`where ${conditions}` : sql``
  const name = sql.raw(`'${facet}'`)
  if ('by' in counting) {
    const { by } = counting
    if (by === 'label')
      return sql`select ${name}, l.label_id::text, count(*)::int from matching as tickets
        left join ${ticketLabels} l on l.ticket_id = ${tickets.id} ${rest} group by 2`
    return sql`select ${name}, ${tickets[by]}::text, count(*)::int from matching as tickets ${rest} group by 2`
  }
  const choices = sql.raw(
    Object.keys(counting.conditions)
      .map((choice) => `'${choice}'`)
      .join(),
  )
  const counts = sql.join(Object.values(counting.conditions).map(howMany), sql`, `)
  return sql`select ${name}, unnest(array[${choices}]), unnest(array[${counts}]) from matching as tickets ${rest}`
}

/** Counts everything in one search, as finding takes nearly all its time. */
function buildFound(db: Database, { where, bounded }: ResolvedFilter, parts: readonly Part[]) {
  const columns = [...new Set(Object.values(valueConditions).map(({ reads }) => reads))]
  // Named like the table, so that conditions on its columns apply.
  const matching = sql`${bounded && sql`${bounded.tables},`} matching as materialized (
    select ${sql.join(columns, sql`, `)} from ${tickets} where ${bounded?.isKnown ?? where})`
  const counted = sql.join(parts.map(countedOfFound), sql` union all `)
  return db
    .select({
      isAtLeast: sql<boolean>`is_at_least`,
      facet: sql<Facet | null>`facet`,
      value: sql<string | null>`value`,
      count: sql<number>`count`,
    })
    .from(
      sql`(with ${matching}
        select known.is_at_least, counted.* from (select ${bounded?.isAtLeast ?? sql`false`} as is_at_least) as known
        left join (${counted}) as counted (facet, value, count) on not known.is_at_least) as told`,
    )
}

/** Choices of missing values. */
const missing: Partial<Record<Facet, string>> = { assignedToId: Unassigned, label: Unlabelled }

const asRecord = (facet: Facet, counts: ValueCounts) =>
  Object.fromEntries(
    counts.flatMap(({ value, count }) => {
      const choice = value ?? missing[facet]
      return count > 0 && choice !== undefined ? [[choice, count]] : []
    }),
  )

export function createChoices({ db, clock, timeZone, recent }: TotalsParts) {
  const remembered = createCarriedCache<ValueCounts>(recent, mostAnswers)
  const countsOf = createStatements((name, settled: ResolvedFilter, key: CountKey) =>
    buildCounts(db, settled, key).prepare(name),
  )
  const conditionsOf = createStatements(
    (name, settled: ResolvedFilter, conditions: Readonly<Record<string, SQL>>) =>
      buildConditionCounts(db, settled, conditions).prepare(name),
  )

  async function countBy(filter: FilterSql, key: CountKey): Promise<ValueCounts> {
    const { answer } = await remembered(await recent.newest(), {
      key: cacheKey(filter, key),
      async lookUp() {
        const shape = `counts|${filter.shape}|${key}`
        const settled = await resolveSearch(db, filter)
        const statement = countsOf(shape, filter.isPlannedEachTime, settled, key)
        const rows = await statement.execute(settled.values)
        return {
          position: settled.knownAt(onlyRow(rows).position),
          answer: rows.flatMap(({ value, count }) => (count === null ? [] : { value, count })),
        }
      },
      applyEvents(counts, entries) {
        const moves = deltasIn(filter, entries, (ticket) => countedUnder(ticket, key))
        return moves && moved(counts, moves)
      },
    })
    return answer
  }

  function valuesOf(facet: Facet): Readonly<Record<string, string>> {
    const { counting } = valueConditions[facet]
    return 'by' in counting ? {} : counting.values(clock.now(), timeZone)
  }

  async function countFacet(filter: FilterSql, facet: Facet): Promise<ValueCounts> {
    const { counting } = valueConditions[facet]
    if ('by' in counting) return countBy(filter, counting.by)
    const values = valuesOf(facet)
    const counted = await remembered(await recent.newest(), {
      key: cacheKey(filter, facet, JSON.stringify(values)),
      async lookUp() {
        const shape = `counts|${filter.shape}|${facet}`
        const settled = await resolveSearch(db, filter)
        const statement = conditionsOf(shape, filter.isPlannedEachTime, settled, counting.conditions)
        const row = onlyRow(await statement.execute({ ...settled.values, ...values }))
        const { position, ...counts } = row as Record<string, number> & { position: number }
        return {
          position: settled.knownAt(position),
          answer: Object.entries(counts).map(([value, count]) => ({ value, count })),
        }
      },
      applyEvents(counts, entries) {
        const moves = deltasIn(filter, entries, (ticket) => counting.choicesOf(ticket, values))
        return moves && moved(counts, moves)
      },
    })
    return counted.answer
  }

  /** Counts all choices in one search. A truncated search has no counts. */
  async function countFound(byText: FilterSql, parts: readonly Part[]): Promise<TicketCounts> {
    const settled = await resolveSearch(db, byText)
    const values = Object.assign(
      {},
      settled.values,
      ...parts.flatMap(({ facet, others }) => [valuesOf(facet), others.values]),
    )
    const rows = await buildFound(db, settled, parts).prepare('').execute(values)
    if (onlyRow(rows).isAtLeast) return {}
    const of = (facet: Facet) =>
      asRecord(
        facet,
        rows.flatMap((row) => (row.facet === facet ? { value: row.value, count: row.count } : [])),
      )
    return Object.fromEntries(parts.map(({ facet }) => [facet, of(facet)]))
  }

  async function countChoices(viewer: Viewer, { by, ...filter }: CountsQuery): Promise<TicketCounts> {
    const wanted = (by ? [by] : facets).filter((facet) => valueConditions[facet].mayAsk?.(viewer) ?? true)
    const without = (facet: Facet): TicketFilter => ({ ...filter, [facet]: undefined })
    const byText = textFilterSql(viewer, filter, clock.now(), timeZone)
    if (byText.isTextual)
      return countFound(
        byText,
        wanted.map((facet) => ({
          facet,
          others: valueFilterSql(viewer, without(facet), clock.now(), timeZone),
        })),
      )
    const counted = wanted.map(async (facet) => {
      const others = filterSql(viewer, without(facet), clock.now(), timeZone)
      return [facet, asRecord(facet, await countFacet(others, facet))]
    })
    return Object.fromEntries(await Promise.all(counted)) as TicketCounts
  }

  return { countBy, countChoices }
}
