import { QueryClient } from '@tanstack/react-query'

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

/** Loaded data stays until it is known to have changed: live updates and mutations say so. */
export const createQueryClient = () =>
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
  )
