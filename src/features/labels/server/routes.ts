import type { Viewer } from '#features/users/contract.ts'
import { shapeTicket } from '#features/tickets/server/public/ticket-rows.ts'
import { visibleIn } from '#features/tickets/server/queries.ts'
import { i18n } from '#platform/contract/i18n.ts'
import type { Database } from '#platform/server/database/query-builder.ts'
import type { Door } from '#platform/server/door.ts'
import { labelApi } from '../contract.ts'
import { listLabels, requireLabel } from './queries.ts'
import { changeLabel, createLabel, deleteLabel, putLabelOn, takeLabelOff } from './service.ts'

export function labelRoutes({ route }: Door<Viewer>, { db }: { db: Database }): void {
  const known = (_: Viewer, { id }: { id: string }) => requireLabel(db, id)
  const visible = visibleIn(db)

  route(labelApi.list, () => listLabels(db))
  route(labelApi.create, ({ viewer, body, work }) => work((unit) => createLabel(unit, viewer, body)))
  route(
    labelApi.change,
    ({ viewer, params, body, work }) => work((unit) => changeLabel(unit, viewer, params.id, body)),
    known,
  )
  route(
    labelApi.remove,
    async ({ viewer, params, work }) => {
      await work((unit) => deleteLabel(unit, viewer, params.id))
      return { message: i18n.t('Label deleted.') }
    },
    known,
  )
  route(
    labelApi.putOn,
    async ({ viewer, params, work }) =>
      shapeTicket(viewer, await work((unit) => putLabelOn(unit, viewer, params.id, params.labelId))),
    visible,
  )
  route(
    labelApi.takeOff,
    async ({ viewer, params, work }) =>
      shapeTicket(viewer, await work((unit) => takeLabelOff(unit, viewer, params.id, params.labelId))),
    visible,
  )
}
