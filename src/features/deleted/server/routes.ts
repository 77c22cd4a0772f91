import { i18n } from '#platform/contract/i18n.ts'
import type { Viewer } from '#features/users/contract.ts'
import type { Database } from '#platform/server/database/query-builder.ts'
import type { Door } from '#platform/server/door.ts'
import { removeLeftovers, type ObjectStore } from '#platform/server/store/object-store.ts'
import { deletedApi } from '../contract.ts'
import { listDeleted } from './queries.ts'
import { purgeThing, requireDeleted, restoreHanging, restoreThing } from './service.ts'

interface Parts {
  db: Database
  store: ObjectStore
}

export function deletedRoutes({ route }: Door<Viewer>, { db, store }: Parts): void {
  const restorable = (viewer: Viewer, { id }: { id: string }) => requireDeleted(db, viewer, id)

  route(deletedApi.list, ({ viewer, query }) => listDeleted(db, viewer, query))
  route(
    deletedApi.restore,
    async ({ viewer, params, body, work }) => {
      const restored = await work((unit) => restoreThing(unit, viewer, params.id, body.withParent))
      return {
        message: i18n.t('{count, plural, one {Restored.} other {Restored with what it belongs to.}}', {
          count: restored,
        }),
      }
    },
    restorable,
  )
  route(deletedApi.restoreHanging, ({ viewer, params, work }) => restoreHanging(db, work, viewer, params.id))
  route(
    deletedApi.remove,
    async ({ viewer, params, work, request }) => {
      const paths = await work((unit) => purgeThing(unit, viewer, params.id))
      await removeLeftovers(store, paths, request.log)
      return { message: i18n.t('Deleted for good.') }
    },
    restorable,
  )
}
