import type { QueryClient } from '@tanstack/react-query'
import type { Listening, LiveMessage } from '#platform/web/feature.ts'
import { refresh } from '#platform/web/query-client.ts'
import { throttled } from '#platform/web/throttled.ts'

// Every page loads this file, so it knows nothing of the contract.
export const importsKey = ['/api/imports'] as const

/** Loading everything anew is much for a server that is importing. */
const refreshEveryMs = 3000

const refreshAll = throttled((client: QueryClient) => void refresh(client), refreshEveryMs)

/** Asks anew how imports stand, and for all that is shown when rows have become something. */
export function onImportMessage({ type }: LiveMessage, { queryClient }: Listening): void {
  if (type === 'imports:changed') void refresh(queryClient, { queryKey: importsKey })
  if (type === 'desk:changed') refreshAll(queryClient)
}
