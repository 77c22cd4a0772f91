import {
  QueryClient,
  type InvalidateQueryFilters,
  type Query,
  type QueryFilters,
  type QueryKey,
  type QueryState,
} from '@tanstack/react-query'
import { CallError } from './call.ts'

/** Transient failures: no answer, too many calls, a busy or restarting server. */
const passingStatuses: ReadonlySet<number> = new Set([0, 429, 502, 503, 504])

export const passes = (error: unknown): boolean =>
  error instanceof CallError && passingStatuses.has(error.status)

const hourMs = 3_600_000
const retryAfterMs = 5000
/** Load time that marks data as stale, even if it is changed in place, until the server answers. */
const outdated = 0

const isOutdated = ({ isInvalidated, dataUpdatedAt }: QueryState) =>
  isInvalidated || dataUpdatedAt === outdated

/** Refetches shown stale data until the server answers. Only live updates and mutations make data stale (`refresh`). */
export function createQueryClient(): QueryClient {
  // Jitter, so that browsers which failed together do not return together.
  const retryEveryMs = retryAfterMs * (1 + Math.random())
  const isRetried = (state: QueryState) =>
    state.data !== undefined && isOutdated(state) && (state.error === null || passes(state.error))
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: hourMs,
        refetchInterval: ({ state }) => (isRetried(state) ? retryEveryMs : false),
        refetchOnWindowFocus: false,
        refetchOnReconnect: true,
        // A failed first load has a retry button.
        retry: false,
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  })
}

/**
 * Invalidates queries and refetches shown ones. Running first loads, and loads of unobserved queries, may predate the change and are not
 * restarted, so they are invalidated again afterwards.
 */
export async function refresh(client: QueryClient, filters: InvalidateQueryFilters = {}): Promise<void> {
  const outrun = client
    .getQueryCache()
    .findAll({ ...filters, fetchStatus: 'fetching' })
    .filter((query) => query.state.data === undefined || !query.isActive())
  const loads = Promise.allSettled(outrun.map(async ({ promise }) => promise))
  await client.invalidateQueries(filters)
  if (outrun.length === 0) return
  await loads
  const hasCome = (query: Query) => outrun.includes(query) && query.state.data !== undefined
  await client.invalidateQueries({ ...filters, predicate: hasCome }, { cancelRefetch: false })
}

const shownWithinMs = 2000

/** Waits until loads show a change, at most two seconds: it is stored already. */
export const waitToShow = (loads: Promise<unknown>): Promise<unknown> =>
  Promise.race([loads, new Promise((resolve) => setTimeout(resolve, shownWithinMs))])

/** Changes loaded data in place. Unchanged data is not set, because that would clear the failure of its last refetch. */
export function changeLoaded<T>(
  client: QueryClient,
  filters: QueryFilters,
  change: (known: T, key: QueryKey) => T,
): void {
  for (const { queryKey, state } of client.getQueryCache().findAll(filters)) {
    const known = state.data as T | undefined
    if (known === undefined) continue
    const changed = change(known, queryKey)
    const updatedAt = isOutdated(state) ? outdated : state.dataUpdatedAt
    if (changed !== known) client.setQueryData<T>(queryKey, changed, { updatedAt })
  }
}
