import type { Totals } from '#features/ticket-list/server/public/totals.ts'
import { createTicketList } from '#features/ticket-list/server/public/ticket-list.ts'
import type { Viewer } from '#features/users/contract.ts'
import type { Clock } from '#platform/server/clock.ts'
import type { Database } from '#platform/server/database/query-builder.ts'
import type { Door } from '#platform/server/door.ts'
import { requesterApi } from '../contract.ts'
import { findRequester } from './queries.ts'

interface Parts {
  db: Database
  clock: Clock
  timeZone: string
  totals: Totals
}

export function requesterRoutes({ route }: Door<Viewer>, { db, clock, timeZone, totals }: Parts): void {
  const listTickets = createTicketList(db, clock, timeZone, totals)

  route(requesterApi.requester, ({ viewer, params }) => findRequester(db, listTickets, viewer, params.id))
}
