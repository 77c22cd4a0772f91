import type { Viewer } from '#features/users/contract.ts'
import type { Database } from '#platform/server/database/database.ts'
import type { Door } from '#platform/server/door.ts'
import { searchApi } from '../contract.ts'
import { createOneAtATime } from './one-at-a-time.ts'
import { search } from './queries.ts'

interface Parts {
  db: Database
  /** Throws `too_many` when this person searches faster than people type. */
  limitSearches(personId: string): Promise<void>
}

export function searchRoutes({ route }: Door<Viewer>, { db, limitSearches }: Parts): void {
  const oneAtATime = createOneAtATime()
  route(searchApi.search, async ({ viewer, query }) => {
    await limitSearches(viewer.id)
    return oneAtATime(viewer.id, () => search(db, viewer, query.q, query.limit))
  })
}
