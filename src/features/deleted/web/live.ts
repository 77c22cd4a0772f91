import type { Listening, LiveMessage } from '#platform/web/feature.ts'
import { refresh } from '#platform/web/query-client.ts'

// Every page loads this file, so it does not import the contract.
export const deletedKey = ['/api/deleted'] as const

export function onDeletedMessage({ type }: LiveMessage, { queryClient }: Listening): void {
  if (type === 'deleted:changed') void refresh(queryClient, { queryKey: deletedKey })
}
