import { keepPreviousData, mutationOptions, queryOptions, type QueryClient } from '@tanstack/react-query'
import { call, CallError } from '#platform/web/call.ts'
import { refresh } from '#platform/web/query-client.ts'
import { deletedApi } from '../contract.ts'
import { deletedKey } from './live.ts'

type Filter = NonNullable<Parameters<typeof call<typeof deletedApi.list>>[1]['query']>

export const deletedList = (query: Filter) =>
  queryOptions({
    queryKey: [...deletedKey, query],
    queryFn: ({ signal }) => call(deletedApi.list, { query }, { signal }),
    placeholderData: keepPreviousData,
  })

interface Restoring {
  id: string
  withParent?: boolean
  /** Restores also parts that were deleted earlier. */
  withHanging?: boolean
}

/** Restores parts in batches. @returns how many could not be restored */
async function restoreHanging(id: string): Promise<number> {
  for (;;) {
    const { restored, left } = await call(deletedApi.restoreHanging, { params: { id } })
    if (left === 0 || restored === 0) return left
  }
}

const refreshDeleted = (client: QueryClient) => refresh(client, { queryKey: deletedKey })

export const restoreThing = (client: QueryClient) =>
  mutationOptions({
    async mutationFn({ id, withParent = false, withHanging = false }: Restoring) {
      try {
        await call(deletedApi.restore, { params: { id }, body: { withParent } })
      } catch (error) {
        // An interrupted attempt has restored it already.
        if (!withHanging || !(error instanceof CallError && error.status === 404)) throw error
      }
      return withHanging ? restoreHanging(id) : 0
    },
    onSettled: () => refreshDeleted(client),
  })

export const purgeThing = (client: QueryClient) =>
  mutationOptions({
    mutationFn: (id: string) => call(deletedApi.remove, { params: { id } }),
    onSettled: () => refreshDeleted(client),
  })
