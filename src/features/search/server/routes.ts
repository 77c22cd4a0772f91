import type { Totals } from '#features/ticket-list/server/public/totals.ts'
import type { Viewer } from '#features/users/contract.ts'
import type { Clock } from '#platform/server/clock.ts'
import type { Database } from '#platform/server/database/query-builder.ts'
import type { Door } from '#platform/server/door.ts'
import { searchApi } from '../contract.ts'
import { createDidYouMean } from './did-you-mean.ts'
import { createOneAtATime } from './one-at-a-time.ts'
import { search } from './queries.ts'
import { findSimilar } from './similar.ts'

interface Parts {
  db: Database
  clock: Clock
  timeZone: string
  totals: Pick<Totals, 'countUpTo'>
  /** Limits searches to typing speed. @throws {AppError} `too_many` */
  limitSearches(personId: string): Promise<void>
}

export function searchRoutes({ route }: Door<Viewer>, { limitSearches, ...parts }: Parts): void {
  const { db } = parts
  const oneAtATime = createOneAtATime()
  const didYouMean = createDidYouMean(parts)
  route(searchApi.meant, async ({ viewer, query }) => {
    await limitSearches(viewer.id)
    return oneAtATime(viewer.id, () => didYouMean(viewer, query))
  })
  route(searchApi.search, async ({ viewer, query }) => {
    await limitSearches(viewer.id)
    return oneAtATime(viewer.id, () => search(parts, viewer, query.q, query.limit))
  })
  route(searchApi.similar, async ({ viewer, query }) => {
    await limitSearches(viewer.id)
    return oneAtATime(viewer.id, () => findSimilar(db, viewer, query.q))
  })
}
