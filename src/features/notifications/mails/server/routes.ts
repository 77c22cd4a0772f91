import { visibleIn } from '#features/tickets/server/queries.ts'
import type { Viewer } from '#features/users/contract.ts'
import type { Clock } from '#platform/server/clock.ts'
import type { Database } from '#platform/server/database/query-builder.ts'
import type { Door } from '#platform/server/door.ts'
import { ticketMailApi } from '../contract.ts'
import { listMails } from './queries.ts'

interface Parts {
  db: Database
  clock: Clock
  /** Name of the log follower that makes the mails. */
  follower: string
}

export function ticketMailRoutes({ route }: Door<Viewer>, { db, clock, follower }: Parts): void {
  route(ticketMailApi.list, ({ params }) => listMails(db, params.id, follower, clock.now()), visibleIn(db))
}
