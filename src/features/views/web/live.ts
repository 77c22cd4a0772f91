import type { QueryClient } from '@tanstack/react-query'
import type { Listening, LiveMessage } from '#platform/web/feature.ts'
import { refresh } from '#platform/web/query-client.ts'
import { throttled } from '#platform/web/throttled.ts'

// Every page loads this file, so it must not import the contract.
export const viewsKey = ['/api/views'] as const
export const viewCountsKey = [...viewsKey, 'counts'] as const

const recount = (client: QueryClient) => void refresh(client, { queryKey: viewCountsKey })

/** Throttles recounts. */
const recountEveryMs = 3000
const recountSoon = throttled(recount, recountEveryMs)

/** The desk sorts mails one after another, each by one key. */
const recountMailsEveryMs = 1000
const recountMailsSoon = throttled(recount, recountMailsEveryMs)

/** Reloads changed views, and recounts them after changes of tickets and of the tray; hidden counts wait until shown. */
export function onViewMessage({ type }: LiveMessage, { queryClient }: Listening): void {
  if (type === 'views:changed') void refresh(queryClient, { queryKey: viewsKey })
  if (type === 'ticket:update' || type === 'ticket:deleted') recountSoon(queryClient)
  if (type === 'inbound:changed') recountMailsSoon(queryClient)
}
