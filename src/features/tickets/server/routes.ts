import type { Viewer } from '#features/users/contract.ts'
import type { Database } from '#platform/server/database/query-builder.ts'
import type { Door } from '#platform/server/door.ts'
import { ticketApi } from '../contract.ts'
import { listHistory } from './queries.ts'

/** Serves what tickets alone answer; `conversationRoutes` serves their changes. */
export function ticketRoutes({ route }: Door<Viewer>, { db }: { db: Database }): void {
  route(ticketApi.history, ({ viewer, params, request }) => listHistory(db, viewer, params.id, request.log))
}
