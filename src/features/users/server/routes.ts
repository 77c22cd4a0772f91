import { startOfWeek, type Clock } from '#platform/server/clock.ts'
import type { Database } from '#platform/server/database/database.ts'
import type { Door } from '#platform/server/door.ts'
import { userApi, type Viewer } from '../contract.ts'
import { listTeam, listUsers } from './queries.ts'

export function userRoutes({ route }: Door<Viewer>, db: Database, clock: Clock, timeZone: string): void {
  route(userApi.list, ({ viewer, query }) => listUsers(db, viewer, query))
  route(userApi.team, () => listTeam(db, startOfWeek(clock.now(), timeZone)))
}
