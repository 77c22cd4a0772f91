import type { Viewer } from '#features/users/contract.ts'
import type { Database } from '#platform/server/database/query-builder.ts'
import type { Door } from '#platform/server/door.ts'
import { deskSettingsApi } from '../contract.ts'
import { findDeskSettings } from './queries.ts'
import { changeDeskSettings } from './service.ts'

export function deskSettingsRoutes({ route }: Door<Viewer>, { db }: { db: Database }): void {
  route(deskSettingsApi.get, () => findDeskSettings(db))
  route(deskSettingsApi.change, ({ viewer, body, work }) =>
    work((unit) => changeDeskSettings(unit, viewer, body)),
  )
}
