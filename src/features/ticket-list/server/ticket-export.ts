import { and, sql, type SQL } from 'drizzle-orm'
import type { Readable } from 'node:stream'
import { listLabels } from '#features/labels/server/queries.ts'
import type { Ticket } from '#features/tickets/contract.ts'
import { listColumns } from '#features/tickets/list/columns/contract.ts'
import { selectTickets, shapeTicket } from '#features/tickets/server/public/ticket-rows.ts'
import { visibleTo } from '#features/tickets/server/public/visible-to.ts'
import type { Viewer } from '#features/users/contract.ts'
import { csvFile } from '#platform/server/call/csv-file.ts'
import type { Clock } from '#platform/server/clock.ts'
import type { Database } from '#platform/server/database/query-builder.ts'
import { tickets } from '#tables/tickets.ts'
import type { ExportQuery, SelectionQuery } from '../contract.ts'
import { arrangementOf, columnsOnServer, orderBy } from './ticket-columns.ts'
import { filterSql, idsFilterSql } from './totals/filter.ts'
import { inOrder } from './ticket-groups.ts'
import type { Totals } from './public/totals.ts'
import { resolveSearch } from './totals/resolve-search.ts'

const idBytes = 16
const rowsAtOnce = 500

const asId = (ids: Buffer, place: number) =>
  ids
    .toString('hex', place * idBytes, (place + 1) * idBytes)
    .replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-')

type AnyExport = ExportQuery | SelectionQuery

export interface Export {
  /** Tickets in the file, unless deleted while it is written. */
  count: number
  file: Readable
}

/**
 * Exports the list. Ids and order are fixed at the start (16 bytes each), so concurrent changes neither
 * duplicate nor skip tickets. Rows are streamed until `requireStanding` throws.
 */
export function createTicketExport(
  db: Database,
  clock: Clock,
  timeZone: string,
  { countBy }: Pick<Totals, 'countBy'>,
) {
  async function findIds(viewer: Viewer, query: AnyExport): Promise<Buffer> {
    const { columns: _, sort, order, ...wanted } = query
    const narrowed =
      'ids' in wanted ? idsFilterSql(viewer, wanted.ids) : filterSql(viewer, wanted, clock.now(), timeZone)
    const { ordering, group } = arrangementOf(viewer, { sort, order })
    const keys: SQL[] = [...orderBy(ordering)]
    let from = sql`${tickets}`
    const settled = await resolveSearch(db, narrowed)
    const values = { ...settled.values }
    if (group) {
      const groups = await inOrder(db, group, await countBy(narrowed, group.key))
      values['groups'] = groups.map(({ value }) => value ?? '')
      from = sql`${tickets} left join unnest(${sql.placeholder('groups')}::text[]) with ordinality as groups (value, place)
        on groups.value = coalesce(${tickets[group.key]}::text, '')`
      keys.unshift(sql`groups.place`)
    }
    const [row] = await db
      .select({
        ids: sql<Buffer | null>`string_agg(uuid_send(${tickets.id}), ''::bytea order by ${sql.join(keys, sql`, `)})`,
      })
      .from(from)
      .where(settled.where)
      .prepare('')
      .execute(values)
    return row?.ids ?? Buffer.alloc(0)
  }

  async function readRows(viewer: Viewer, ids: readonly string[]): Promise<Ticket[]> {
    const scope = visibleTo(viewer)
    const rows = await selectTickets(db)
      .where(and(sql`${tickets.id} = any(${sql.placeholder('ids')})`, scope.conditions))
      .prepare('')
      .execute({ ...scope.values, ids })
    const byId = new Map(rows.map((row) => [row.id, shapeTicket(viewer, row)]))
    return ids.flatMap((id) => byId.get(id) ?? [])
  }

  return async function exportTickets(
    viewer: Viewer,
    query: AnyExport,
    requireStanding: () => Promise<void>,
  ): Promise<Export> {
    const { columns } = query
    const ids = await findIds(viewer, query)
    const count = ids.length / idBytes
    const labels = columns.includes('labels') ? await listLabels(db) : []

    async function* lines() {
      for (let at = 0; at < count; at += rowsAtOnce) {
        if (at > 0) await requireStanding()
        const some = Array.from({ length: Math.min(rowsAtOnce, count - at) }, (_, place) =>
          asId(ids, at + place),
        )
        for (const ticket of await readRows(viewer, some))
          yield columns.map((column) => columnsOnServer[column].cell(ticket, labels))
      }
    }
    const headers = columns.map((column) => listColumns[column].label)
    return { count, file: csvFile(headers, lines()) }
  }
}
