import { i18n } from '#platform/contract/i18n.ts'
import type { Viewer } from '#features/users/contract.ts'
import type { Database } from '#platform/server/database/query-builder.ts'
import type { Door } from '#platform/server/door.ts'
import { removeLeftovers, type ObjectStore } from '#platform/server/store/object-store.ts'
import { visibleIn } from '#features/tickets/server/queries.ts'
import { attachmentApi } from '../contract.ts'
import { sendFile } from './send-file.ts'
import { addAttachments, removeAttachment, requireAttachment } from './service.ts'

interface Parts {
  db: Database
  store: ObjectStore
}

export function attachmentRoutes({ route }: Door<Viewer>, { db, store }: Parts): void {
  const visible = (viewer: Viewer, { id }: { id: string }) => requireAttachment(db, viewer, id)

  route(
    attachmentApi.add,
    ({ viewer, params, body, work }) =>
      work((unit) => addAttachments(unit, viewer, params.id, body.attachmentIds)),
    visibleIn(db),
  )
  route(
    attachmentApi.download,
    async ({ viewer, params, query, request, reply }) =>
      sendFile({
        file: await requireAttachment(db, viewer, params.id),
        store,
        isInline: query.inline === 'true',
        request,
        reply,
      }),
    visible,
  )
  route(
    attachmentApi.remove,
    async ({ viewer, params, work, request }) => {
      const path = await work((unit) => removeAttachment(unit, viewer, params.id))
      await removeLeftovers(store, [path], request.log)
      return { message: i18n.t('Attachment removed successfully.') }
    },
    visible,
  )
}
