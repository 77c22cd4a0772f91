import { ticketApi } from '#features/tickets/contract.ts'
import { shapeTicket } from '#features/tickets/server/public/ticket-rows.ts'
import { findTicketId, visibleIn } from '#features/tickets/server/queries.ts'
import { etagOf } from '#features/tickets/server/service.ts'
import type { Viewer } from '#features/users/contract.ts'
import { i18n } from '#platform/contract/i18n.ts'
import { tagsOf } from '#platform/server/call/etags.ts'
import type { Clock } from '#platform/server/clock.ts'
import type { Database, Reader } from '#platform/server/database/query-builder.ts'
import type { Door } from '#platform/server/door.ts'
import { type ObjectStore, removeLeftovers } from '#platform/server/store/object-store.ts'
import { conversationApi } from '../contract.ts'
import { changeWithChat, continueTicket, createTicket } from './service.ts'
import { deleteTicket } from './public/deletion.ts'
import { findTicketDetail, shapeNewTicket } from './queries.ts'

interface Parts {
  db: Database
  store: ObjectStore
  clock: Clock
  isTrial(reader: Reader): Promise<boolean>
}

export function conversationRoutes({ route }: Door<Viewer>, { db, store, clock, isTrial }: Parts): void {
  const visible = visibleIn(db)

  route(conversationApi.create, ({ viewer, body, work }) =>
    work(async (unit) => {
      const { ticket, attachments } = await createTicket(unit, viewer, body, { isTrial })
      return shapeNewTicket(unit.tx, viewer, ticket, attachments)
    }),
  )
  route(
    conversationApi.followUp,
    ({ viewer, params, body, work }) =>
      work(async (unit) => {
        const { ticket, attachments } = await continueTicket(unit, viewer, params.id, body)
        const link = { ticketId: ticket.id, earlierId: params.id }
        return shapeNewTicket(unit.tx, viewer, ticket, attachments, [link])
      }),
    visible,
  )
  route(conversationApi.detail, async ({ viewer, params, reply }) => {
    const id = await findTicketId(db, viewer, params.id)
    const ticket = await db.onOneConnection((reader) => findTicketDetail(reader, viewer, id, clock.now()))
    void reply.header('etag', etagOf(ticket))
    return ticket
  })
  route(
    ticketApi.change,
    async ({ viewer, params, body, work, request, reply }) => {
      const seen = tagsOf(request.headers['if-match'])
      const ticket = await work(async (unit) => {
        return shapeTicket(viewer, await changeWithChat(unit, viewer, params.id, body, seen))
      })
      void reply.header('etag', etagOf(ticket))
      return ticket
    },
    visible,
  )
  route(
    conversationApi.remove,
    async ({ viewer, params, work, request }) => {
      const paths = await work((unit) => deleteTicket(unit, viewer, params.id))
      await removeLeftovers(store, paths, request.log)
      return { message: i18n.t('Ticket deleted successfully.') }
    },
    visible,
  )
}
