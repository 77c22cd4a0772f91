import { createHash } from 'node:crypto'
import { asc, count, desc, eq, sql } from 'drizzle-orm'
import { listMemberships } from '#features/clients/server/queries.ts'
import type { Viewer } from '#features/users/contract.ts'
import { isClient } from '#features/users/policy.ts'
import type { Clock } from '#platform/server/clock.ts'
import type { Database } from '#platform/server/database.ts'
import { tickets } from '#tables/tickets.ts'
import type { TicketPage, TicketQuery } from '../contract.ts'
import { narrow, type Narrowed } from './ticket-filter.ts'
import { selectTickets, shapeTicket } from './ticket-rows.ts'

/** How many totals are remembered. */
const totalsKept = 2000
/** Up to this offset the page is fetched beside the total; beyond it the total tells from which end the page is nearer. */
const shallowOffset = 500

/** The page before its placeholders have values. */
interface PageShape {
  narrowed: Narrowed
  sort: 'created' | 'updated'
  isClient: boolean
  fromOldest: boolean
}

/** A viewer together with the newest event they can know of; what was counted at that position still holds. */
type PositionedViewer = Viewer & { position: number }

function buildPage(db: Database, { narrowed, sort, isClient, fromOldest }: PageShape) {
  const updated = isClient ? tickets.publicUpdatedAt : tickets.updatedAt
  const moment = sort === 'created' ? tickets.createdAt : updated
  const order = fromOldest ? [asc(moment), asc(tickets.id)] : [desc(moment), desc(tickets.id)]
  // The ids come from the index alone, however deep the page; the rows are fetched only for those shown.
  const page = db
    .select({ id: tickets.id })
    .from(tickets)
    .where(narrowed.where)
    .orderBy(...order)
    .limit(sql.placeholder('limit'))
    .offset(sql.placeholder('offset'))
    .as('page')
  return selectTickets(db).innerJoin(page, eq(page.id, tickets.id)).orderBy(desc(moment), desc(tickets.id))
}

const buildTotal = (db: Database, { where }: Narrowed) =>
  db.select({ total: count() }).from(tickets).where(where)

/**
 * Makes the list call. Statements are built once for each shape of question. Totals are exact: each is remembered together with the
 * position of the log before it was counted, and counts for nothing once the log has grown.
 */
export function createTicketList(db: Database, clock: Clock, timeZone: string) {
  const pages = new Map<string, ReturnType<ReturnType<typeof buildPage>['prepare']>>()
  const counts = new Map<string, ReturnType<ReturnType<typeof buildTotal>['prepare']>>()
  const totals = new Map<string, { position: number; total: Promise<number> }>()

  function prepared<S>(
    kept: Map<string, S>,
    kind: string,
    shape: string,
    isTextual: boolean,
    build: (name: string) => S,
  ): S {
    const found = kept.get(shape)
    if (found) return found
    const name = isTextual ? '' : `${kind}_${createHash('sha1').update(shape).digest('hex')}`
    const made = build(name)
    kept.set(shape, made)
    return made
  }

  async function countAll({ shape, values, isTextual, ...rest }: Narrowed): Promise<number> {
    const statement = prepared(counts, 'count', shape, isTextual, (name) =>
      buildTotal(db, { shape, values, isTextual, ...rest }).prepare(name),
    )
    const [row] = await statement.execute(values)
    return row?.total ?? 0
  }

  function totalOf(narrowed: Narrowed, position: number): Promise<number> {
    const key = `${narrowed.shape}|${JSON.stringify(narrowed.values)}`
    const kept = totals.get(key)
    totals.delete(key)
    if (kept && kept.position >= position) {
      totals.set(key, kept)
      return kept.total
    }
    const total = countAll(narrowed)
    totals.set(key, { position, total })
    total.catch(() => totals.delete(key))
    const oldest = totals.keys().next().value
    if (totals.size > totalsKept && oldest !== undefined) totals.delete(oldest)
    return total
  }

  async function fetchPage(page: PageShape, limit: number, offset: number) {
    const { narrowed, sort, fromOldest } = page
    const shape = [
      narrowed.shape,
      sort,
      fromOldest ? 'oldest' : 'newest',
      page.isClient ? 'client' : 'staff',
    ].join('|')
    const statement = prepared(pages, 'page', shape, narrowed.isTextual, (name) =>
      buildPage(db, page).prepare(name),
    )
    return statement.execute({ ...narrowed.values, limit, offset })
  }

  return async function listTickets(viewer: PositionedViewer, query: TicketQuery): Promise<TicketPage> {
    const { limit, offset, sort, ...filter } = query
    const narrowed = narrow(viewer, filter, clock.now(), timeZone)
    const page = { narrowed, sort, isClient: isClient(viewer), fromOldest: false }
    const pending = totalOf(narrowed, viewer.position)
    if (offset <= shallowOffset) {
      const [total, rows] = await Promise.all([pending, fetchPage(page, limit, offset)])
      return { total, tickets: await shaped(viewer, rows) }
    }
    const total = await pending
    const left = Math.min(limit, total - offset)
    if (left <= 0) return { total, tickets: [] }
    const fromOldest = offset > total / 2
    const rows = await fetchPage({ ...page, fromOldest }, left, fromOldest ? total - offset - left : offset)
    return { total, tickets: await shaped(viewer, rows) }
  }

  async function shaped(viewer: Viewer, rows: Awaited<ReturnType<typeof fetchPage>>) {
    const memberships = await listMemberships(
      db,
      [viewer],
      rows.map((row) => row.clientId),
    )
    return rows.map((row) => shapeTicket(viewer, row, memberships))
  }
}
