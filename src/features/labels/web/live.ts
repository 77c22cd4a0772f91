import type { Listening, LiveMessage } from '#platform/web/feature.ts'
import { refreshLists } from '#features/tickets/web/api.ts'
import { refresh } from '#platform/web/query-client.ts'

// Every page loads this file, so it must not import the contract.
export const labelsKey = ['/api/labels'] as const

/** A deleted label is gone from tickets and their counts, too. */
export function onLabelMessage({ type }: LiveMessage, { queryClient }: Listening): void {
  if (type !== 'labels:changed') return
  void refresh(queryClient, { queryKey: labelsKey })
  void refreshLists(queryClient)
}
