import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { hearAccounts, refreshViewer } from '#features/accounts/web/live.ts'
import { hearAudit } from '#features/audit/web/live.ts'
import { hearUnread } from '#features/chat/web/live.ts'
import { hearClients } from '#features/clients/web/live.ts'
import { hearEmailPreferences } from '#features/email-preferences/web/live.ts'
import { openLive } from '#features/live/web/live.ts'
import { hearStats } from '#features/stats/web/live.ts'
import { hearTickets } from '#features/tickets/web/live.ts'
import { hearViews } from '#features/views/web/live.ts'

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
          hearTickets(message, { queryClient, viewerId })
          hearViews(message, queryClient)
          hearUnread(message, queryClient)
          hearAccounts(message, queryClient)
          hearClients(message, queryClient)
          hearEmailPreferences(message, queryClient)
          hearStats(message, queryClient)
          hearAudit(message, queryClient)
        },
        resync: () => void queryClient.invalidateQueries(),
        // Who asks is refused, and that is where signing in again begins.
        ended: () => void refreshViewer(queryClient),
      }),
    [queryClient, viewerId, since],
  )
}
