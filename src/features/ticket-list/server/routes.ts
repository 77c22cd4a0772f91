import { ticketsExported } from '#features/tickets/server/events.ts'
import type { Viewer } from '#features/users/contract.ts'
import { streamFor } from '#platform/server/call/stream-for.ts'
import { type Clock, dayOf } from '#platform/server/clock.ts'
import type { Database } from '#platform/server/database/query-builder.ts'
import type { Door } from '#platform/server/door.ts'
import { createTicketList } from './public/ticket-list.ts'
import { createTicketExport } from './ticket-export.ts'
import type { Totals } from './public/totals.ts'
import { ticketListApi } from '../contract.ts'

interface Parts {
  db: Database
  clock: Clock
  timeZone: string
  totals: Totals
  /** Limits searches to typing speed. @throws {AppError} `too_many` */
  limitSearches(personId: string): Promise<void>
}

export function ticketListRoutes(
  { route }: Door<Viewer>,
  { db, clock, timeZone, totals, limitSearches }: Parts,
): void {
  const listTickets = createTicketList(db, clock, timeZone, totals)
  const exportTickets = createTicketExport(db, clock, timeZone, totals)

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
}
