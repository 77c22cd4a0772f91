import { i18n } from '#platform/contract/i18n.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { mostViews } from '#features/settings/contract.ts'
import { changeSettings, ownSettings } from '#features/settings/web/api.ts'
import { passesFilter } from '#features/tickets/list/contract.ts'
import { useMoves } from '#features/tickets/web/latest-known.ts'
import type { CurrentUser } from '#features/users/contract.ts'
import { filterOf, viewLimits, type ListedView } from '#features/views/contract.ts'
import { viewCounts, viewList } from '#features/views/web/api.ts'
import { toastFailure } from '#platform/web/ui/overlay/toast-store.ts'
import { useListedViews } from './use-listed-views.ts'

export const countWords = (count: number) =>
  count >= viewLimits.tickets ? `${viewLimits.tickets - 1}+` : String(count)

type Moves = ReturnType<typeof useMoves>

/** Applies later moves of loaded tickets to the server's count. */
function withMoves(counted: number | undefined, query: string, moves: Moves): number | undefined {
  if (counted === undefined || moves.length === 0 || counted >= viewLimits.tickets) return counted
  const filter = filterOf(query)
  return moves.reduce((count, { before, after }) => {
    const [was, is] = [passesFilter(filter, before), after ? passesFilter(filter, after) : false]
    return was === undefined || is === undefined ? count : count + Number(is) - Number(was)
  }, counted)
}

export interface Queue extends ListedView {
  /** Undefined until it is known, and for views without a count. */
  count: number | undefined
}

export function useQueues(viewer: CurrentUser) {
  const stored = useQuery(viewList())
  const counts = useQuery(viewCounts())
  const { askedAt = 0 } = counts.data ?? {}
  const moves = useMoves().filter(({ at }) => at > askedAt)
  const settings = useQuery(ownSettings())
  const saving = useMutation({
    ...changeSettings(useQueryClient()),
    onSettled: (_settings, error) =>
      error && toastFailure(i18n.t('The order of the views could not be saved.')),
  })
  const queues = useListedViews(viewer).map((view): Queue => ({
    ...view,
    count: withMoves(counts.data?.counts[view.id], view.query, moves),
  }))

  /** Moves a view. @returns its new place, counted from 0; undefined when nothing changes */
  function move(id: string, to: number): number | undefined {
    const from = queues.findIndex((queue) => queue.id === id)
    const place = Math.max(0, Math.min(queues.length - 1, to))
    if (from < 0 || place === from) return undefined
    const ids = queues.map((queue) => queue.id)
    saving.mutate({ viewOrder: ids.toSpliced(from, 1).toSpliced(place, 0, id).slice(0, mostViews) })
    return place
  }
  // An order saved before both are loaded would lose views.
  const canMove = stored.isSuccess && settings.isSuccess
  return { queues, move, canMove }
}
