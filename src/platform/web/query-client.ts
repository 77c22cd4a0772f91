import { QueryClient, type QueryFilters, type QueryKey } from '@tanstack/react-query'
import { CallError } from './call.ts'

/** A query that is invalidated during its first load is loaded once more: the answer under way may be older. */
function watchFirstLoads(client: QueryClient): QueryClient {
  const outrun = new Set<string>()
  client.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated') return
    const { queryHash, queryKey, state } = event.query
    const { type } = event.action
    if (type === 'invalidate' && state.data === undefined) outrun.add(queryHash)
    if (type === 'fetch') outrun.delete(queryHash)
    if (type === 'success' && outrun.delete(queryHash))
      void client.invalidateQueries({ queryKey, exact: true })
  })
  return client
}

/** Answers that may be others in a moment: none, too many calls, a server that is busy or being started again. */
const passingStatuses: ReadonlySet<number> = new Set([0, 429, 502, 503, 504])
const retryAfterMs = 2000
const retryAfterAtMostMs = 30_000

const passes = (error: unknown) => error instanceof CallError && passingStatuses.has(error.status)

/**
 * Asks again for what is shown and known to be old, when its refresh has failed for a reason that passes: nobody has asked for this refresh, so
 * nobody would ask for it a second time. What somebody has asked for is called once.
 */
function watchRefreshes(client: QueryClient): QueryClient {
  const outdated = new Map<string, { failures: number; timer?: number }>()
  function forget(queryHash: string): void {
    window.clearTimeout(outdated.get(queryHash)?.timer)
    outdated.delete(queryHash)
  }
  client.getQueryCache().subscribe((event) => {
    const { queryHash, queryKey, state } = event.query
    if (event.type === 'removed') return forget(queryHash)
    if (event.type !== 'updated') return
    const { action } = event
    if (action.type === 'success') return action.manual ? undefined : forget(queryHash)
    const known = outdated.get(queryHash)
    if (action.type === 'invalidate' && state.data !== undefined && !known)
      outdated.set(queryHash, { failures: 0 })
    if (action.type !== 'error' || !known) return
    forget(queryHash)
    if (!passes(action.error)) return
    // Browsers that have failed together do not come back together.
    const waitMs = Math.min(retryAfterMs * 2 ** known.failures, retryAfterAtMostMs) * (1 + Math.random() / 2)
    const again = () => void client.invalidateQueries({ queryKey, exact: true })
    outdated.set(queryHash, { failures: known.failures + 1, timer: window.setTimeout(again, waitMs) })
  })
  return client
}

/** Loaded data stays until it is known to have changed: live updates and mutations say so. */
export const createQueryClient = () =>
  watchRefreshes(
    watchFirstLoads(
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
 * Changes loaded data where it stands. What is known to be old stays so, and what `change` gives back as it was is not touched: setting it would
 * make it count as just loaded, and take away the failure of its last refresh.
 */
export function changeLoaded<T>(
  client: QueryClient,
  filters: QueryFilters,
  change: (known: T, key: QueryKey) => T,
): void {
  for (const query of client.getQueryCache().findAll(filters)) {
    const known = query.state.data as T | undefined
    if (known === undefined) continue
    const changed = change(known, query.queryKey)
    if (changed === known) continue
    const wasOld = query.state.isInvalidated
    client.setQueryData<T>(query.queryKey, changed)
    if (wasOld) query.invalidate()
  }
}
