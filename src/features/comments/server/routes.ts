import type { Viewer } from '#features/users/contract.ts'
import { i18n } from '#platform/contract/i18n.ts'
import type { Bus } from '#platform/server/bus.ts'
import type { Clock } from '#platform/server/clock.ts'
import type { Database } from '#platform/server/database/query-builder.ts'
import type { Door } from '#platform/server/door.ts'
import { sendToPerson } from '#platform/server/send-to-person.ts'
import { tagsOf } from '#platform/server/call/etags.ts'
import { listAttachments } from '#features/attachments/server/queries.ts'
import { canSeeInternal } from '#features/tickets/policy.ts'
import { visibleIn } from '#features/tickets/server/queries.ts'
import { commentApi, type CommentsRead } from '../contract.ts'
import { requireCommented, deleteComment } from './public/deletion.ts'
import { editComment } from './edit.ts'
import { listCommentsBefore, listMentionable, withFiles } from './queries.ts'
import { handOver, takeDraft } from './hand-over.ts'
import { findReaders } from './readers.ts'
import { answerTicket } from './service.ts'
import { takeBackComment } from './take-back.ts'
import { listUnreadComments, markRead } from './unread.ts'

interface Parts {
  db: Database
  bus: Bus
  clock: Clock
}

export function commentRoutes({ route }: Door<Viewer>, { db, bus, clock }: Parts): void {
  const visible = visibleIn(db)

  route(
    commentApi.before,
    async ({ viewer, params: { id }, query }) => {
      const [{ comments, hasMoreComments }, files] = await Promise.all([
        listCommentsBefore(db, viewer, id, query.before),
        listAttachments(db, id, canSeeInternal(viewer)),
      ])
      return { comments: withFiles(comments, files), hasMoreComments }
    },
    visible,
  )
  route(commentApi.mentionable, ({ query }) => listMentionable(db, query.q ?? ''), visible)
  route(commentApi.readers, ({ viewer, params }) => findReaders(db, viewer, params.id))
  route(
    commentApi.add,
    ({ viewer, params: { id }, body, work, request }) =>
      work((unit) => answerTicket(unit, viewer, id, body, tagsOf(request.headers['if-match']))),
    visible,
  )
  route(
    commentApi.handOver,
    ({ viewer, params: { id }, body, work, request }) =>
      work((unit) => handOver(unit, viewer, id, body, tagsOf(request.headers['if-match']))),
    visible,
  )
  route(
    commentApi.takeDraft,
    async ({ viewer, params: { id, commentId }, work }) => {
      await work((unit) => takeDraft(unit, viewer, id, commentId))
      return { message: i18n.t('Draft taken.') }
    },
    visible,
  )
  route(commentApi.unread, async ({ viewer, query }) => ({
    tickets: await listUnreadComments(db, viewer, query.ids, clock.now()),
  }))
  route(
    commentApi.read,
    async ({ viewer, params: { id, commentId }, work }) => {
      const isNew = await work((unit) => markRead(unit, viewer, id, commentId))
      if (isNew) sendToPerson(bus, viewer.id, { type: 'comments:read', ticketId: id } satisfies CommentsRead)
      return { tickets: await listUnreadComments(db, viewer, [id], clock.now()) }
    },
    visible,
  )
  route(
    commentApi.edit,
    ({ viewer, params, body, work }) => work((unit) => editComment(unit, viewer, params.id, body.content)),
    (viewer, { id }) => requireCommented(db, viewer, id),
  )
  route(
    commentApi.remove,
    async ({ viewer, params, work }) => {
      await work((unit) => deleteComment(unit, viewer, params.id))
      return { message: i18n.t('Comment deleted.') }
    },
    (viewer, { id }) => requireCommented(db, viewer, id),
  )
  route(
    commentApi.takeBack,
    ({ viewer, params: { id, commentId }, work }) =>
      work((unit) => takeBackComment(unit, viewer, id, commentId)),
    visible,
  )
}
