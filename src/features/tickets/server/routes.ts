import type { Viewer } from '#features/users/contract.ts'
import { tagsOf } from '#platform/server/call/etags.ts'
import type { Database } from '#platform/server/database/query-builder.ts'
import type { Door } from '#platform/server/door.ts'
import { ticketApi } from '../contract.ts'
import { shapeTicket } from './public/ticket-rows.ts'
import { listHistory, visibleIn } from './queries.ts'
import { changeTicket, etagOf } from './service.ts'

export function ticketRoutes({ route }: Door<Viewer>, { db }: { db: Database }): void {
  route(ticketApi.history, ({ viewer, params, request }) => listHistory(db, viewer, params.id, request.log))
  route(
    ticketApi.change,
    async ({ viewer, params, body, work, request, reply }) => {
      const seen = tagsOf(request.headers['if-match'])
      const ticket = await work(async (unit) => {
        return shapeTicket(viewer, await changeTicket(unit, viewer, params.id, body, seen))
      })
      void reply.header('etag', etagOf(ticket))
      return ticket
    },
    visibleIn(db),
  )
}
