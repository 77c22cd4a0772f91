import {
  QueryClient,
  type InvalidateQueryFilters,
  type Query,
  type QueryFilters,
  type QueryKey,
  type QueryState,
} from '@tanstack/react-query'
import { CallError } from './call.ts'

/** Answers that may be others in a moment: none, too many calls, a server that is busy or being started again. */
const passingStatuses: ReadonlySet<number> = new Set([0, 429, 502, 503, 504])

/** Whether a call that failed so may be answered otherwise in a moment. */
export const passes = (error: unknown): boolean =>
  error instanceof CallError && passingStatuses.has(error.status)

const hourMs = 3_600_000
const retryAfterMs = 5000
/** Data with this time of its load is stale whatever is set in it, until the server answers. */
const outdated = 0

const isOutdated = ({ isInvalidated, dataUpdatedAt }: QueryState) =>
  isInvalidated || dataUpdatedAt === outdated

/** Live updates and mutations say what has changed (`refresh`). Outdated data on the screen is asked for until the server answers. */
export function createQueryClient(): QueryClient {
  // Browsers that have failed together do not come back together.
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
        // A first load that fails has a button beside it.
        retry: false,
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  })
}

/**
 * Invalidates queries, and loads again those on the screen. Invalidating does not restart a first load, nor a load of an unobserved query:
 * their answers may be older than the change, so they are invalidated once more when they have come.
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

/**
 * Changes loaded data where it stands. Data that `change` gives back as it was is not set: setting would take away the failure of its last
 * refresh.
 */
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
