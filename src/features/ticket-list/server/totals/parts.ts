import type { Clock } from '#platform/server/clock.ts'
import type { Database } from '#platform/server/database/query-builder.ts'
import type { RecentLog } from './recent-log.ts'

export interface TotalsParts {
  db: Database
  clock: Clock
  timeZone: string
  recent: RecentLog
}
