import { createHash } from 'node:crypto'
import { and, asc, count, desc, sql } from 'drizzle-orm'
import { listMemberships } from '#features/clients/server/queries.ts'
import type { Viewer } from '#features/users/contract.ts'
import { isClient } from '#features/users/policy.ts'
import type { Clock } from '#platform/server/clock.ts'
import type { Database } from '#platform/server/database.ts'
import { createRemembered } from '#platform/server/remembered.ts'
import { tickets } from '#tables/tickets.ts'
import type { TicketPage, TicketQuery } from '../contract.ts'
import { narrow, visibleTo, type Narrowed } from './ticket-filter.ts'
import { selectTickets, shapeTicket } from './ticket-rows.ts'

const answersKept = 2000
/** Each connection keeps the plan of each named statement; beyond these, statements are planned each time. */
const statementsKept = 300
/** The sizes of pages that are asked for again and again; others are planned each time. */
const usualLimits = new Set([5, 10, 20, 25, 40, 50, 60, 80, 100])
/** How many ids are remembered with the total of a text search: its first pages. */
const newestKept = 200
/** Up to this offset the page is fetched beside the total; beyond it the total tells from which end the page is nearer. */
const shallowOffset = 500

/** What decides the order: `updated` is another moment to clients than to staff. */
type Moment = typeof tickets.createdAt | typeof tickets.updatedAt | typeof tickets.publicUpdatedAt

interface PageShape {
  narrowed: Narrowed
  moment: Moment
  fromOldest: boolean
  limit: number
}

/** A viewer together with the newest event they can know of; what was counted at that position still holds. */
type PositionedViewer = Viewer & { position: number }

const newestFirst = (moment: Moment) => [desc(moment), desc(tickets.id)]

/**
 * The limit is written into the statement: of a limit yet unknown PostgreSQL expects a tenth of the table, takes the plan for any value
 * to be a bad one, and so plans the statement anew each time, which costs more than running it.
 */
function buildPage(db: Database, { narrowed, moment, fromOldest, limit }: PageShape, isFirst: boolean) {
  const where = narrowed.where && sql`where ${narrowed.where}`
  const order = sql.join(fromOldest ? [asc(moment), asc(tickets.id)] : newestFirst(moment), sql`, `)
  const offset = isFirst ? undefined : sql`offset ${sql.placeholder('offset')}`
  // The ids come from the index alone, however deep the page; the rows are fetched only for those shown.
  const page = sql`(select ${tickets.id} from ${tickets} ${where} order by ${order} limit ${sql.raw(String(limit))} ${offset}) as page`
  return selectTickets(db)
    .innerJoin(page, sql`page.id = ${tickets.id}`)
    .orderBy(...newestFirst(moment))
}

const buildTotal = (db: Database, { where }: Narrowed) =>
  db.select({ total: count() }).from(tickets).where(where)

/** Total and newest ids by one search: nearly all its time goes into finding, and the order of time is no help in finding. */
function buildSearch(db: Database, { where }: Narrowed, moment: Moment) {
  const found = db.$with('found').as(
    db
      .select({ id: tickets.id, moment: sql`${moment}`.as('moment') })
      .from(tickets)
      .where(where),
  )
  return db
    .with(found)
    .select({
      total: sql<number>`(select count(*)::int from ${found})`,
      newest: sql<
        string[]
      >`array(select id from ${found} order by moment desc, id desc limit ${sql.raw(String(newestKept))})`,
    })
    .from(sql`(values (1)) as one`)
}

/** The tickets of remembered ids, as far as this viewer may still see them. */
const buildRows = (db: Database, scope: Narrowed, moment: Moment) =>
  selectTickets(db)
    .where(and(sql`${tickets.id} = any(${sql.placeholder('ids')})`, scope.where))
    .orderBy(...newestFirst(moment))

/**
 * Makes the list call. Statements are built once for each shape of question. Totals are exact: each is remembered together with the
 * position of the log before it was counted, and counts for nothing once the log has grown.
 */
export function createTicketList(db: Database, clock: Clock, timeZone: string) {
  const totals = createRemembered<number>(answersKept)
  const searches = createRemembered<{ total: number; newest: string[] }>(answersKept)
  const pageOf = createStatements((name, page: PageShape, isFirst: boolean) =>
    buildPage(db, page, isFirst).prepare(name),
  )
  const totalOf = createStatements((name, narrowed: Narrowed) => buildTotal(db, narrowed).prepare(name))
  const searchOf = createStatements((name, narrowed: Narrowed, moment: Moment) =>
    buildSearch(db, narrowed, moment).prepare(name),
  )
  const rowsOf = createStatements((name, scope: Narrowed, moment: Moment) =>
    buildRows(db, scope, moment).prepare(name),
  )

  const question = ({ shape, values }: Narrowed, ...more: string[]) =>
    [shape, ...more, JSON.stringify(values)].join('|')

  async function countAll(narrowed: Narrowed): Promise<number> {
    const statement = totalOf(`count|${narrowed.shape}`, narrowed.isTextual, narrowed)
    const [row] = await statement.execute(narrowed.values)
    return row?.total ?? 0
  }

  async function findAll(narrowed: Narrowed, moment: Moment) {
    const statement = searchOf(
      `search|${narrowed.shape}|${moment.name}`,
      narrowed.isTextual,
      narrowed,
      moment,
    )
    const [row] = await statement.execute(narrowed.values)
    return row ?? { total: 0, newest: [] }
  }

  async function fetchPage(page: PageShape, offset: number) {
    const { narrowed, moment, fromOldest, limit } = page
    const shape = [
      'page',
      narrowed.shape,
      moment.name,
      fromOldest ? 'oldest' : 'newest',
      limit,
      offset === 0 ? 'first' : 'later',
    ]
    const isRare = narrowed.isTextual || !usualLimits.has(limit)
    const statement = pageOf(shape.join('|'), isRare, page, offset === 0)
    return statement.execute({ ...narrowed.values, offset })
  }

  async function fetchRows(viewer: Viewer, moment: Moment, ids: string[]) {
    const scope = visibleTo(viewer)
    return rowsOf(`rows|${scope.shape}|${moment.name}`, false, scope, moment).execute({
      ...scope.values,
      ids,
    })
  }

  /** A page that is not among the newest, by its total from the nearer end. */
  async function fetchDeep(page: PageShape, offset: number, total: number) {
    const left = Math.min(page.limit, total - offset)
    if (left <= 0) return []
    const fromOldest = offset > total / 2
    return fetchPage({ ...page, limit: left, fromOldest }, fromOldest ? total - offset - left : offset)
  }

  async function findPage(viewer: PositionedViewer, page: PageShape, offset: number) {
    const { narrowed, moment, limit } = page
    const { position } = viewer
    if (narrowed.isTextual) {
      const { total, newest } = await searches(question(narrowed, moment.name), position, () =>
        findAll(narrowed, moment),
      )
      const isAmongNewest = newest.length === total || offset + limit <= newest.length
      const ids = newest.slice(offset, offset + limit)
      return {
        total,
        rows: isAmongNewest ? await fetchRows(viewer, moment, ids) : await fetchDeep(page, offset, total),
      }
    }
    const pending = totals(question(narrowed), position, () => countAll(narrowed))
    if (offset > shallowOffset) {
      const total = await pending
      return { total, rows: await fetchDeep(page, offset, total) }
    }
    const [total, rows] = await Promise.all([pending, fetchPage(page, offset)])
    return { total, rows }
  }

  return async function listTickets(viewer: PositionedViewer, query: TicketQuery): Promise<TicketPage> {
    const { limit, offset, sort, ...filter } = query
    const narrowed = narrow(viewer, filter, clock.now(), timeZone)
    const updated = isClient(viewer) ? tickets.publicUpdatedAt : tickets.updatedAt
    const page = {
      narrowed,
      moment: sort === 'created' ? tickets.createdAt : updated,
      fromOldest: false,
      limit,
    }
    const { total, rows } = await findPage(viewer, page, offset)
    const memberships = await listMemberships(
      db,
      [viewer],
      rows.map((row) => row.clientId),
    )
    return { total, tickets: rows.map((row) => shapeTicket(viewer, row, memberships)) }
  }
}

/**
 * Builds each shape of statement once. A name lets the database plan it once, too. A statement that looks for text has none, because its
 * best plan depends on the text, and neither has one that is rarely asked.
 */
function createStatements<G extends unknown[], S>(build: (name: string, ...given: G) => S) {
  const built = new Map<string, S>()
  return (shape: string, isPlannedEachTime: boolean, ...given: G): S => {
    const known = built.get(shape)
    if (known) return known
    if (isPlannedEachTime || built.size >= statementsKept) return build('', ...given)
    const made = build(createHash('sha1').update(shape).digest('hex'), ...given)
    built.set(shape, made)
    return made
  }
}
