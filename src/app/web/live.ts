import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { onAccountMessage, refreshViewer } from '#features/accounts/web/live.ts'
import { onAuditMessage } from '#features/audit/web/live.ts'
import { onUnreadMessage } from '#features/chat/web/live.ts'
import { onClientMessage } from '#features/clients/web/live.ts'
import { onPreferenceMessage } from '#features/notifications/web/live.ts'
import { openLive } from '#features/live/web/live.ts'
import { onStatsMessage } from '#features/stats/web/live.ts'
import { onTicketMessage } from '#features/tickets/web/live.ts'
import { onViewMessage } from '#features/views/web/live.ts'

/**
 * Keeps everything shown current while mounted. @param since the position of the log before anything was
 * loaded
 */
export function useLive(viewerId: string, since: number): void {
  const queryClient = useQueryClient()
  useEffect(
    () =>
      openLive(viewerId, since, {
        heard(message) {
          onTicketMessage(message, { queryClient, viewerId })
          onViewMessage(message, queryClient)
          onUnreadMessage(message, queryClient)
          onAccountMessage(message, queryClient)
          onClientMessage(message, queryClient)
          onPreferenceMessage(message, queryClient)
          onStatsMessage(message, queryClient)
          onAuditMessage(message, queryClient)
        },
        resync: () => void queryClient.invalidateQueries(),
        // The next call is refused, and that refusal asks the person to sign in again.
        ended: () => void refreshViewer(queryClient),
      }),
    [queryClient, viewerId, since],
  )
}
