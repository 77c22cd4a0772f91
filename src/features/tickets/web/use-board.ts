import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import type { TicketFilter } from '../contract.ts'
import { newestTickets } from './api.ts'
import { arrange, type BoardStatus } from './board-columns.ts'
import { useWithPending } from './pending.ts'
import { useHeld } from './use-held.ts'

/** Cards a column shows at first, and how many more each time. */
const columnStep = 20

function useColumnQuery(filter: TicketFilter, status: BoardStatus, count: number) {
  const enabled = filter.status === undefined || filter.status === status
  return useQuery({ ...newestTickets({ ...filter, status }, count), enabled })
}

/**
 * The four columns under a filter, as the person has left them.
 * @param isHeld while a card is carried: nothing changes until it is put down
 */
export function useBoard(filter: TicketFilter, isHeld: boolean) {
  const key = JSON.stringify(filter)
  const [more, setMore] = useState<{ key: string; counts: Partial<Record<BoardStatus, number>> }>({
    key,
    counts: {},
  })
  const counts = more.key === key ? more.counts : {}
  const countOf = (status: BoardStatus) => counts[status] ?? columnStep
  const open = useColumnQuery(filter, 'open', countOf('open'))
  const progress = useColumnQuery(filter, 'progress', countOf('progress'))
  const testing = useColumnQuery(filter, 'testing', countOf('testing'))
  const resolved = useColumnQuery(filter, 'resolved', countOf('resolved'))
  const queries = { open, progress, testing, resolved }

  const withPending = useWithPending()
  const { status } = filter
  const arranged = useMemo(() => {
    const all = { open: open.data, progress: progress.data, testing: testing.data, resolved: resolved.data }
    // A column that the filter leaves out still has what it showed before.
    return arrange(status === undefined ? all : { [status]: all[status as BoardStatus] }, withPending, {
      status,
    })
  }, [open.data, progress.data, testing.data, resolved.data, withPending, status])
  const columns = useHeld(arranged, isHeld)

  return {
    columns,
    /** How the loading of a column stands. */
    of(column: BoardStatus) {
      const query = queries[column]
      const isOut = status !== undefined && status !== column
      const isMore = counts[column] !== undefined
      return {
        isLoading: !isOut && query.isPending && !query.isError,
        isLoadingMore: isMore && query.isPlaceholderData,
        isStale: !isOut && !isMore && query.isPlaceholderData,
        hasFailed: !isOut && query.isError,
        isRetrying: query.isFetching,
        retry: () => void query.refetch(),
        showMore: () => setMore({ key, counts: { ...counts, [column]: countOf(column) + columnStep } }),
      }
    },
  }
}

export type ColumnLoading = ReturnType<ReturnType<typeof useBoard>['of']>
