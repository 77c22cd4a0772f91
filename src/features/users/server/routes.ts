import { startOfWeek, type Clock } from '#platform/server/clock.ts'
import type { Database } from '#platform/server/database/query-builder.ts'
import type { Door } from '#platform/server/door.ts'
import { userApi, type Viewer } from '../contract.ts'
import { listTeam, listUsers } from './queries.ts'

interface Parts {
  db: Database
  clock: Clock
  timeZone: string
}

export function userRoutes({ route }: Door<Viewer>, { db, clock, timeZone }: Parts): void {
  route(userApi.list, ({ viewer, query }) => listUsers(db, viewer, query))
  route(userApi.team, () => listTeam(db, startOfWeek(clock.now(), timeZone)))
}
