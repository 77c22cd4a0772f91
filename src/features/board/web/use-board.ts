import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo } from 'react'
import { letsThrough, type TicketFilter } from '#features/tickets/list/contract.ts'
import { useWithPending } from '#features/tickets/web/pending.ts'
import { keysOf } from '#platform/contract/records.ts'
import { useFrozen } from '#platform/web/hooks/use-frozen.ts'
import { arrange, type BoardStatus } from './board-columns.ts'
import { asOnePage, newestInColumn, restOfColumn, showMoreOfColumn } from './column-pages.ts'

function useColumn(filter: TicketFilter, status: BoardStatus) {
  const enabled = letsThrough(filter.status, status)
  const newest = useQuery({ ...newestInColumn(filter, status), enabled })
  const options = restOfColumn(filter, status)
  const isGrown = useQueryClient().getQueryData(options.queryKey) !== undefined
  const rest = useQuery({ ...options, enabled: enabled && isGrown })
  const data = useMemo(() => asOnePage(newest.data, rest.data), [newest.data, rest.data])
  return { newest, data }
}

/** @param isHeld freezes the columns while a card is carried or a list is open beside one */
export function useBoard(filter: TicketFilter, isHeld: boolean) {
  const open = useColumn(filter, 'open')
  const progress = useColumn(filter, 'progress')
  const testing = useColumn(filter, 'testing')
  const resolved = useColumn(filter, 'resolved')
  const loaded = { open, progress, testing, resolved }
  const more = useMutation(showMoreOfColumn(useQueryClient(), filter))

  const withPending = useWithPending()
  const { status } = filter
  const arranged = useMemo(() => {
    const all = { open: open.data, progress: progress.data, testing: testing.data, resolved: resolved.data }
    // A column that the filter leaves out still has its former data.
    const shown = keysOf(all).map((column) => [column, letsThrough(status, column) ? all[column] : undefined])
    return arrange(Object.fromEntries(shown), withPending, { status })
  }, [open.data, progress.data, testing.data, resolved.data, withPending, status])
  const columns = useFrozen(arranged, isHeld)

  return {
    columns,
    of(column: BoardStatus) {
      const { newest, data } = loaded[column]
      const isOut = !letsThrough(status, column)
      return {
        /** The tickets are loaded, though they may be stale when `hasFailed`. */
        isKnown: isOut || data !== undefined,
        isLeftOut: isOut,
        isLoading: !isOut && newest.isPending && !newest.isError,
        isLoadingMore: more.isPending && more.variables.status === column,
        hasMoreFailed: more.isError && more.variables.status === column,
        isStale: !isOut && newest.isPlaceholderData,
        hasFailed: !isOut && newest.isError,
        isRetrying: newest.isFetching,
        retry: () => void newest.refetch(),
        showMore: () => more.mutate({ status: column, shown: data?.tickets.length ?? 0 }),
      }
    },
  }
}

export type ColumnLoading = ReturnType<ReturnType<typeof useBoard>['of']>
