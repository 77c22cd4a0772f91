import { i18n } from '#platform/contract/i18n.ts'
import type { Viewer } from '#features/users/contract.ts'
import type { Door } from '#platform/server/door.ts'
import { viewApi } from '../contract.ts'
import { createViewCounts, type CountParts } from './counts.ts'
import { listViews, requireOwnView } from './queries.ts'
import { changeView, createView, deleteView } from './service.ts'

export function viewRoutes({ route }: Door<Viewer>, parts: CountParts): void {
  const { db } = parts
  const own = (viewer: Viewer, { id }: { id: string }) => requireOwnView(db, viewer, id)

  route(viewApi.list, ({ viewer }) => listViews(db, viewer))
  const countViews = createViewCounts(parts)
  route(viewApi.counts, ({ viewer }) => countViews(viewer))
  route(viewApi.create, ({ viewer, body, work }) => work((unit) => createView(unit, viewer, body)))
  route(
    viewApi.change,
    ({ viewer, params, body, work }) => work((unit) => changeView(unit, viewer, params.id, body)),
    own,
  )
  route(
    viewApi.remove,
    async ({ viewer, params, work }) => {
      await work((unit) => deleteView(unit, viewer, params.id))
      return { message: i18n.t('View deleted.') }
    },
    own,
  )
}
