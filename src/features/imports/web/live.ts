import type { QueryClient } from '@tanstack/react-query'
import type { Listening, LiveMessage } from '#platform/web/feature.ts'
import { refresh } from '#platform/web/query-client.ts'
import { throttled } from '#platform/web/throttled.ts'

// Every page loads this file, so it does not import the contract.
export const importsKey = ['/api/imports'] as const

/** Long interval: reloading everything is much for an importing server. */
const refreshEveryMs = 3000

const refreshAll = throttled((client: QueryClient) => void refresh(client), refreshEveryMs)

export function onImportMessage({ type }: LiveMessage, { queryClient }: Listening): void {
  if (type === 'imports:changed') void refresh(queryClient, { queryKey: importsKey })
  if (type === 'desk:changed') refreshAll(queryClient)
}
