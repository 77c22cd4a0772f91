import type { Viewer } from '#features/users/contract.ts'
import type { Database } from '#platform/server/database/query-builder.ts'
import type { Door } from '#platform/server/door.ts'
import { chatApi } from '../contract.ts'
import { findChatPage, listUnread, requireChat } from './queries.ts'
import { markRead, sendMessage } from './service.ts'

export function chatRoutes({ route }: Door<Viewer>, { db }: { db: Database }): void {
  const mayChat = (viewer: Viewer, { id }: { id: string }) => requireChat(db, viewer, id)

  route(chatApi.page, ({ params, query }) => findChatPage(db, params.id, query), mayChat)
  route(
    chatApi.say,
    ({ viewer, params, body, work }) =>
      work(async (unit) => ({ message: await sendMessage(unit, viewer, params.id, body) })),
    mayChat,
  )
  route(
    chatApi.read,
    ({ viewer, params, work }) =>
      work(async (unit) => ({ message: await markRead(unit, viewer, params.id, params.messageId) })),
    mayChat,
  )
  route(chatApi.unread, ({ viewer }) => listUnread(db, viewer))
}
