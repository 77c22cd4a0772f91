import { i18n } from '#platform/contract/i18n.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { mostViews } from '#features/settings/contract.ts'
import { changeSettings, ownSettings } from '#features/settings/web/api.ts'
import type { CurrentUser } from '#features/users/contract.ts'
import { inOrder, shippedViews, viewLimits, type ListedView } from '#features/views/contract.ts'
import { viewCounts, viewList } from '#features/views/web/api.ts'
import { toastFailure } from '#platform/web/ui/overlay/toast-store.ts'

/** A number of tickets, or that there are more than were counted. */
export const countWords = (count: number) =>
  count >= viewLimits.tickets ? `${viewLimits.tickets - 1}+` : String(count)

export interface Queue extends ListedView {
  /** Undefined until it is known, and for what is not counted. */
  count: number | undefined
}

/** The views of a person in their order, with live counts. */
export function useQueues(viewer: CurrentUser) {
  const stored = useQuery(viewList())
  const counts = useQuery(viewCounts())
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
    count: counts.data?.[id],
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
