import { i18n } from '#platform/contract/i18n.ts'
import type { Viewer } from '#features/users/contract.ts'
import { dayOf, type Clock } from '#platform/server/clock.ts'
import type { Database, Reader } from '#platform/server/database/query-builder.ts'
import type { Door } from '#platform/server/door.ts'
import { removeLeftovers, type ObjectStore } from '#platform/server/store/object-store.ts'
import { streamFor } from '#platform/server/call/stream-for.ts'
import { ticketApi } from '../contract.ts'
import { ticketListApi } from '../list/contract.ts'
import { requesterApi } from '#features/conversation/requester/contract.ts'
import { findRequester } from '#features/conversation/requester/server/find-requester.ts'
import { tagsOf } from '#platform/server/call/etags.ts'
import { ticketsExported } from './events.ts'
import {
  findTicketDetail,
  findTicketId,
  listHistory,
  requireVisible,
  shapeNewTicket,
  shapeRow,
} from './queries.ts'
import { changeTicket, createTicket, etagOf } from './service.ts'
import { deleteTicket } from '#features/conversation/server/public/deletion.ts'
import { createTicketExport } from '#features/ticket-list/server/ticket-export.ts'
import { createTicketList } from '#features/ticket-list/server/ticket-list.ts'
import type { Totals } from '#features/ticket-list/server/public/totals.ts'

interface Parts {
  db: Database
  clock: Clock
  timeZone: string
  store: ObjectStore
  totals: Totals
  /** Throws `too_many` when this person searches faster than people type. */
  limitSearches(personId: string): Promise<void>
  /** Whether nobody but the people of this machine calls, at this moment. */
  isTrial(reader: Reader): Promise<boolean>
}

export function ticketRoutes(
  { route }: Door<Viewer>,
  { db, clock, timeZone, store, totals, limitSearches, isTrial }: Parts,
): void {
  const listTickets = createTicketList(db, clock, timeZone, totals)
  const exportTickets = createTicketExport(db, clock, timeZone, totals)
  const visible = (viewer: Viewer, { id }: { id: string }) => requireVisible(db, viewer, id)

  route(ticketListApi.list, async ({ viewer, query }) => {
    if (query.search) await limitSearches(viewer.id)
    return listTickets(viewer, query)
  })
  route(ticketListApi.counts, async ({ viewer, query }) => {
    if (query.search) await limitSearches(viewer.id)
    return totals.countChoices(viewer, query)
  })
  for (const endpoint of [ticketListApi.export, ticketListApi.exportSelected])
    route(endpoint, async ({ viewer, query, work, requireStanding, request, reply }) => {
      const bytes = await streamFor(request, async () => {
        const { count, file } = await exportTickets(viewer, query, requireStanding)
        const { columns, sort: _sort, order: _order, ...filter } = query
        await work(async (unit) =>
          unit.announce(ticketsExported({ actorId: viewer.id, data: { count, filter, columns } })),
        )
        return file
      })
      const name = `tickets-${dayOf(clock.now(), timeZone)}.csv`
      return reply
        .header('content-type', 'text/csv; charset=utf-8')
        .header('content-disposition', `attachment; filename="${name}"`)
        .header('cache-control', 'no-store')
        .send(bytes)
    })
  route(ticketApi.create, ({ viewer, body, work }) =>
    work(async (unit) => {
      const { ticket, attachments } = await createTicket(unit, viewer, body, { isTrial })
      return shapeNewTicket(unit.tx, viewer, ticket, attachments)
    }),
  )
  route(ticketApi.detail, async ({ viewer, params, reply }) => {
    const id = await findTicketId(db, viewer, params.id)
    const ticket = await db.onOneConnection((reader) => findTicketDetail(reader, viewer, id))
    void reply.header('etag', etagOf(ticket))
    return ticket
  })
  route(ticketApi.history, ({ viewer, params, request }) => listHistory(db, viewer, params.id, request.log))
  route(requesterApi.requester, ({ viewer, params }) => findRequester(db, listTickets, viewer, params.id))
  route(
    ticketApi.change,
    async ({ viewer, params, body, work, request, reply }) => {
      const seen = tagsOf(request.headers['if-match'])
      const ticket = await work(async (unit) => {
        const row = await changeTicket(unit, viewer, params.id, body, seen)
        return shapeRow(unit.tx, viewer, row)
      })
      void reply.header('etag', etagOf(ticket))
      return ticket
    },
    visible,
  )
  route(
    ticketApi.remove,
    async ({ viewer, params, work, request }) => {
      const paths = await work((unit) => deleteTicket(unit, viewer, params.id))
      await removeLeftovers(store, paths, request.log)
      return { message: i18n.t('Ticket deleted successfully.') }
    },
    visible,
  )
}
