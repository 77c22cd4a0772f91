import type { Viewer } from '#features/users/contract.ts'
import type { Database } from '#platform/server/database/query-builder.ts'
import type { Door } from '#platform/server/door.ts'
import { settingsApi } from '../contract.ts'
import { findSettings } from './queries.ts'
import { changeSettings } from './service.ts'

export function settingsRoutes({ route }: Door<Viewer>, { db }: { db: Database }): void {
  route(settingsApi.get, ({ viewer }) => findSettings(db, viewer.id))
  route(settingsApi.change, ({ viewer, body, work }) => work((unit) => changeSettings(unit, viewer, body)))
}
