import { i18n } from '#platform/contract/i18n.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { mostViews } from '#features/settings/contract.ts'
import { changeSettings, ownSettings } from '#features/settings/web/api.ts'
import { passesFilter } from '#features/tickets/list/contract.ts'
import { useMoves } from '#features/tickets/web/latest-known.ts'
import type { CurrentUser } from '#features/users/contract.ts'
import { filterOf, inOrder, shippedViews, viewLimits, type ListedView } from '#features/views/contract.ts'
import { viewCounts, viewList } from '#features/views/web/api.ts'
import { toastFailure } from '#platform/web/ui/overlay/toast-store.ts'

/** A number of tickets, or that there are more than were counted. */
export const countWords = (count: number) =>
  count >= viewLimits.tickets ? `${viewLimits.tickets - 1}+` : String(count)

type Moves = ReturnType<typeof useMoves>

/** The number that the server counted, with what has happened to loaded tickets since. */
function withMoves(counted: number | undefined, query: string, moves: Moves): number | undefined {
  if (counted === undefined || moves.length === 0 || counted >= viewLimits.tickets) return counted
  const filter = filterOf(query)
  return moves.reduce((count, { before, after }) => {
    const [was, is] = [passesFilter(filter, before), after ? passesFilter(filter, after) : false]
    return was === undefined || is === undefined ? count : count + Number(is) - Number(was)
  }, counted)
}

export interface Queue extends ListedView {
  /** Undefined until it is known, and for what is not counted. */
  count: number | undefined
}

/** The views of a person in their order, with live counts. */
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
  const listed: ListedView[] = [...shippedViews(viewer.id), ...(stored.data ?? [])]
  const queues = inOrder(listed, settings.data?.viewOrder ?? null).map(({ id, name, query }): Queue => ({
    id,
    name,
    query,
    count: withMoves(counts.data?.counts[id], query, moves),
  }))

  /** Puts a view to another place. @returns that place, counted from 0; undefined when it is not there or it stands there */
  function move(id: string, to: number): number | undefined {
    const from = queues.findIndex((queue) => queue.id === id)
    const place = Math.max(0, Math.min(queues.length - 1, to))
    if (from < 0 || place === from) return undefined
    const ids = queues.map((queue) => queue.id)
    saving.mutate({ viewOrder: ids.toSpliced(from, 1).toSpliced(place, 0, id).slice(0, mostViews) })
    return place
  }
  // Before both are known, an order would lose what it does not know.
  const canMove = stored.isSuccess && settings.isSuccess
  return { queues, move, canMove }
}
