import { QueryClient, type Query, type QueryFilters, type QueryKey } from '@tanstack/react-query'
import { CallError } from './call.ts'

/** A query that is invalidated while it is loaded is old when that load is done: the answer under way may be older. */
function watchLoads(client: QueryClient): QueryClient {
  const outrun = new Set<string>()
  client.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated') return
    const { queryHash, queryKey, state } = event.query
    const { type } = event.action
    // What is shown and loaded again is loaded anew by whoever invalidates it.
    const isOutrun = state.data === undefined || (state.fetchStatus === 'fetching' && !event.query.isActive())
    if (type === 'invalidate' && isOutrun) outrun.add(queryHash)
    if (type === 'fetch') {
      outrun.delete(queryHash)
      // Marked by a load before that came to nothing, it would not be marked again.
      if (state.data === undefined && state.isInvalidated) event.query.setState({ isInvalidated: false })
    }
    if (type === 'success' && outrun.delete(queryHash))
      void client.invalidateQueries({ queryKey, exact: true })
  })
  return client
}

/** Answers that may be others in a moment: none, too many calls, a server that is busy or being started again. */
const passingStatuses: ReadonlySet<number> = new Set([0, 429, 502, 503, 504])
const retryAfterMs = 2000
const retryAfterAtMostMs = 30_000

/** Whether a call that failed so may be answered otherwise in a moment. */
export const passes = (error: unknown): boolean =>
  error instanceof CallError && passingStatuses.has(error.status)

interface Outdated {
  failures: number
  timer?: ReturnType<typeof setTimeout>
}

/**
 * What is loaded and known to be old stays so until it is loaded again, whatever is set in it meanwhile. When its refresh fails for a reason that
 * passes, it is asked for again: nobody has asked for this refresh, so nobody would ask for it a second time. What somebody has asked for
 * is called once.
 */
function watchRefreshes(client: QueryClient): QueryClient {
  const outdated = new Map<string, Outdated>()
  function forget(queryHash: string): void {
    clearTimeout(outdated.get(queryHash)?.timer)
    outdated.delete(queryHash)
  }
  function noteFailure({ queryHash, queryKey }: Query, error: unknown): void {
    const known = outdated.get(queryHash)
    forget(queryHash)
    if (!known || !passes(error)) return void outdated.set(queryHash, { failures: 0 })
    // Browsers that have failed together do not come back together.
    const waitMs = Math.min(retryAfterMs * 2 ** known.failures, retryAfterAtMostMs) * (1 + Math.random() / 2)
    const again = () => void client.invalidateQueries({ queryKey, exact: true })
    outdated.set(queryHash, { failures: known.failures + 1, timer: setTimeout(again, waitMs) })
  }
  client.getQueryCache().subscribe((event) => {
    const { query } = event
    const { queryHash, state } = query
    if (event.type === 'removed') return forget(queryHash)
    if (event.type !== 'updated') return
    const { action } = event
    if (action.type === 'success' && !action.manual && !state.isInvalidated) return forget(queryHash)
    if (state.data === undefined) return
    if (action.type === 'error') return noteFailure(query, action.error)
    if (action.type === 'invalidate' && !outdated.has(queryHash)) outdated.set(queryHash, { failures: 0 })
    const isSet = action.type === 'setState' || action.type === 'success'
    if (isSet && outdated.has(queryHash) && !state.isInvalidated) query.invalidate()
  })
  return client
}

/** Loaded data stays until it is known to have changed: live updates and mutations say so. */
export const createQueryClient = () =>
  watchRefreshes(
    watchLoads(
      new QueryClient({
        defaultOptions: {
          queries: {
            staleTime: Infinity,
            refetchInterval: false,
            refetchOnWindowFocus: false,
            refetchOnReconnect: false,
            retry: false,
            networkMode: 'always',
          },
          mutations: { retry: false, networkMode: 'always' },
        },
      }),
    ),
  )

/**
 * Changes loaded data where it stands. What `change` gives back as it was is not touched: setting it would take away the failure of its last
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
    if (changed !== known) client.setQueryData<T>(queryKey, changed)
  }
}
