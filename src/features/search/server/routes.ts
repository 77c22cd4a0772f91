import type { Viewer } from '#features/users/contract.ts'
import type { Database } from '#platform/server/database.ts'
import type { Door } from '#platform/server/door.ts'
import { searchApi } from '../contract.ts'
import { search } from './queries.ts'

export function searchRoutes({ route }: Door<Viewer>, db: Database): void {
  route(searchApi.search, ({ viewer, query }) => search(db, viewer, query.q, query.limit))
}
