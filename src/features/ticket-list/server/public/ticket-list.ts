import { and, inArray, sql, type SQL } from 'drizzle-orm'
import { mostFound } from '#features/ticket-search/server/public/bounded-search.ts'
import type { TicketPage } from '#features/tickets/contract.ts'
import { Unassigned, type TicketFilter, type TicketQuery } from '#features/tickets/list/contract.ts'
import { selectTickets, shapeTicket } from '#features/tickets/server/public/ticket-rows.ts'
import { type Scope, visibleTo } from '#features/tickets/server/public/visible-to.ts'
import type { Viewer } from '#features/users/contract.ts'
import { invalid } from '#platform/contract/errors.ts'
import { i18n } from '#platform/contract/i18n.ts'
import type { Clock } from '#platform/server/clock.ts'
import { onlyRow } from '#platform/server/database/database.ts'
import type { Database } from '#platform/server/database/query-builder.ts'
import { tickets } from '#tables/tickets.ts'
import { createStatements } from '../statements.ts'
import {
  arrangementOf,
  byCreation,
  type GroupKey,
  type GroupOrder,
  newestFirst,
  orderBy,
  type Ordering,
} from '../ticket-columns.ts'
import { findReasonsOf } from './reasons.ts'
import type { Totals } from './totals.ts'
import { filterSql, type FilterSql } from '../totals/filter.ts'
import type { TotalsParts } from '../totals/recent-log.ts'
import { inOrder, slicesOf, type Slice } from '../ticket-groups.ts'
import { resolveSearch, type ResolvedFilter } from '../totals/resolve-search.ts'

const beyondFound = () =>
  invalid(
    'offset',
    i18n.t('offset must be less than {mostFound}: a search shows that many of the newest tickets', {
      mostFound,
    }),
  )

/** Frequent page sizes, with prepared statements; others are planned each time. */
const usualLimits = new Set([5, 10, 20, 25, 40, 50, 60, 80, 100])

interface PageShape {
  narrowed: FilterSql
  ordering: Ordering
  limit: number
}

interface Grouped {
  limit: number
  offset: number
  filter: TicketFilter
  group: GroupOrder
}

/** Inlines the limit: an unknown one makes PostgreSQL plan each time, which costs more than the query. */
function buildPage(
  db: Database,
  { ordering, limit }: PageShape,
  { where }: ResolvedFilter,
  isFirst: boolean,
) {
  const order = sql.join(orderBy(ordering), sql`, `)
  const offset = isFirst ? undefined : sql`offset ${sql.placeholder('offset')}`
  // Ids come from the index alone, however deep the page; rows are fetched for shown tickets only.
  const page = sql`(select ${tickets.id} from ${tickets} ${where && sql`where ${where}`} order by ${order} limit ${sql.raw(String(limit))} ${offset}) as page`
  return selectTickets(db)
    .innerJoin(page, sql`page.id = ${tickets.id}`)
    .orderBy(...orderBy(ordering))
}

const listed = (parts: SQL[]) => sql.join(parts, sql`, `)

function searchTables({ where, bounded }: ResolvedFilter, { by }: Ordering): { tables: SQL; inOrder: SQL } {
  const keys = listed(by.map((key, place) => sql`${key} as ${sql.raw(`key${place}`)}`))
  if (!bounded) {
    const found = sql`select ${tickets.id} as ticket_id, ${keys} from ${tickets} ${where && sql`where ${where}`}`
    return { tables: sql`found as materialized (${found})`, inOrder: sql`found` }
  }
  const known = sql`(select * from found limit ${sql.raw(String(mostFound))}) as known`
  // `offset 0` keeps PostgreSQL from reading all tickets instead of the hits.
  const looked = sql`(select ${keys} from ${tickets} where ${tickets.id} = known.ticket_id offset 0) as ticket`
  const inOrder =
    by === byCreation.by
      ? sql`(select ticket_id, created_at as key0, ticket_id as key1 from ${known}) as known`
      : sql`${known} cross join lateral ${looked}`
  return { tables: bounded.tables, inOrder }
}

/** Combines total and ids in one search: finding takes nearly all its time, and the order does not help. */
function buildSearch(db: Database, settled: ResolvedFilter, ordering: Ordering) {
  const { bounded } = settled
  const { tables, inOrder } = searchTables(settled, ordering)
  const way = ordering.isDescending ? 'desc' : 'asc'
  const order = sql.raw(ordering.by.map((_, place) => `key${place} ${way}`).join())
  return db
    .select({
      total: sql<number>`answer.total`,
      isAtLeast: sql<boolean>`answer.is_at_least`,
      ids: sql<string[]>`answer.ids`,
    })
    .from(
      sql`(with ${tables} select
        ${bounded?.total ?? sql`(select count(*)::int from found)`} as total,
        ${bounded?.isAtLeast ?? sql`false`} as is_at_least,
        array(select ticket_id from ${inOrder} order by ${order}
          limit ${sql.placeholder('limit')} offset ${sql.placeholder('offset')}) as ids) as answer`,
    )
}

/** Reads hits again with the viewer's present rights. */
const buildRows = (db: Database, scope: Scope, ordering: Ordering) =>
  selectTickets(db)
    .where(and(sql`${tickets.id} = any(${sql.placeholder('ids')})`, scope.conditions))
    .orderBy(...orderBy(ordering))

const buildGroups = (db: Database, { where }: ResolvedFilter, key: GroupKey, values: string[]) =>
  selectTickets(db)
    .where(and(where, inArray(tickets[key] as typeof tickets.clientId, values)))
    .orderBy(...orderBy(newestFirst))

type Rows = Awaited<ReturnType<ReturnType<typeof buildRows>['execute']>>

/** Batches small groups between large ones, which have a query of their own. */
function inRuns(slices: readonly Slice[]): Slice[][] {
  const runs: Slice[][] = []
  for (const slice of slices) {
    const last = runs.at(-1)
    const mayJoin = (one: Slice) => one.isWhole && one.value !== null
    if (last?.every(mayJoin) && mayJoin(slice)) last.push(slice)
    else runs.push([slice])
  }
  return runs
}

/** Statements are built once per shape of query. */
export function createTicketList(
  db: Database,
  clock: Clock,
  timeZone: string,
  totals: Pick<Totals, 'count' | 'countBy'>,
) {
  const pageOf = createStatements((name, page: PageShape, settled: ResolvedFilter, isFirst: boolean) =>
    buildPage(db, page, settled, isFirst).prepare(name),
  )
  const rowsOf = createStatements((name, scope: Scope, ordering: Ordering) =>
    buildRows(db, scope, ordering).prepare(name),
  )

  const wayOf = ({ name, isDescending }: Ordering) => `${name} ${isDescending ? 'down' : 'up'}`

  async function find(narrowed: FilterSql, ordering: Ordering, limit: number, offset: number) {
    const settled = await resolveSearch(db, narrowed)
    const statement = buildSearch(db, settled, ordering).prepare('')
    const found = onlyRow(await statement.execute({ ...settled.values, limit, offset }))
    if (found.isAtLeast && offset >= mostFound) throw beyondFound()
    return found
  }

  async function fetchPage(page: PageShape, offset: number) {
    const { narrowed, ordering, limit } = page
    const isFirst = offset === 0
    const shape = ['page', narrowed.shape, wayOf(ordering), limit, isFirst ? 'first' : 'later']
    const isRare = narrowed.isPlannedEachTime || !usualLimits.has(limit)
    const settled = await resolveSearch(db, narrowed)
    const statement = pageOf(shape.join('|'), isRare, page, settled, isFirst)
    return statement.execute({ ...settled.values, offset })
  }

  async function fetchRows(viewer: Viewer, ordering: Ordering, ids: string[]) {
    const scope = visibleTo(viewer)
    const statement = rowsOf(`rows|${scope.shape}|${wayOf(ordering)}`, false, scope, ordering)
    return statement.execute({ ...scope.values, ids })
  }

  async function findPage(viewer: Viewer, page: PageShape, offset: number) {
    const { narrowed, ordering, limit } = page
    if (narrowed.isTextual) {
      const { ids, ...found } = await find(narrowed, ordering, limit, offset)
      return { ...found, rows: await fetchRows(viewer, ordering, ids) }
    }
    const [rows, total] = await Promise.all([fetchPage(page, offset), totals.count(narrowed)])
    return { total, isAtLeast: false, rows }
  }

  /** Reads a page ordered by groups: each group is a list with an index. */
  async function findGroupedPage(viewer: Viewer, { limit, offset, filter, group }: Grouped) {
    const { key } = group
    const narrowed = filterSql(viewer, filter, clock.now(), timeZone)
    const groups = await inOrder(db, group, await totals.countBy(narrowed, key))

    async function fetchSlice({ value, offset, limit: most }: Slice): Promise<Rows> {
      const ofGroup = filterSql(viewer, { ...filter, [key]: value ?? Unassigned }, clock.now(), timeZone)
      // A full page, because that statement is planned already.
      const rows = await fetchPage({ narrowed: ofGroup, ordering: newestFirst, limit }, offset)
      return rows.slice(0, most)
    }
    async function fetchRun(run: Slice[]): Promise<Rows> {
      const [only] = run
      if (only && run.length === 1) return fetchSlice(only)
      const values = run.flatMap(({ value }) => value ?? [])
      const settled = await resolveSearch(db, narrowed)
      const rows = await buildGroups(db, settled, key, values).prepare('').execute(settled.values)
      return values.flatMap((value) => rows.filter((row) => row[key] === value))
    }

    const found = narrowed.search === undefined ? undefined : await find(narrowed, newestFirst, 0, offset)
    const isAtLeast = found?.isAtLeast ?? false
    const runs = await Promise.all(inRuns(slicesOf(groups, offset, limit)).map(fetchRun))
    return { total: groups.reduce((sum, one) => sum + one.count, 0), isAtLeast, rows: runs.flat() }
  }

  return async function listTickets(viewer: Viewer, query: TicketQuery): Promise<TicketPage> {
    const { limit, offset, sort, order, ...filter } = query
    const { ordering, group } = arrangementOf(viewer, { sort, order })
    const narrowed = filterSql(viewer, filter, clock.now(), timeZone)
    const { total, isAtLeast, rows } = group
      ? await findGroupedPage(viewer, { limit, offset, filter, group })
      : await findPage(viewer, { narrowed, ordering, limit }, offset)
    const reasons = await findReasonsOf(
      db,
      viewer,
      rows.map(({ id }) => id),
      filter.search,
    )
    return {
      total,
      ...(isAtLeast && { totalIsAtLeast: true as const }),
      ...(reasons && { reasons }),
      tickets: rows.map((row) => shapeTicket(viewer, row)),
    }
  }
}

/** @returns the ids of the newest visible tickets that pass a filter, as in the list */
export async function findNewest(
  { db, clock, timeZone }: Omit<TotalsParts, 'recent'>,
  viewer: Viewer,
  filter: TicketFilter,
  most: number,
): Promise<string[]> {
  const narrowed = filterSql(viewer, filter, clock.now(), timeZone)
  const { where, values } = await resolveSearch(db, narrowed, most)
  const rows = await db
    .select({ id: tickets.id })
    .from(tickets)
    .where(where)
    .orderBy(...orderBy(newestFirst))
    .limit(most)
    .prepare('')
    .execute(values)
  return rows.map(({ id }) => id)
}
