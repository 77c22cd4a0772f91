import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { refreshViewer } from '#features/accounts/web/live.ts'
import { openLive } from '#features/live/web/live.ts'
import { refresh } from '#platform/web/query-client.ts'
import { features } from './features.ts'
import { router } from './routes.tsx'
import { openTicketBy } from './ticket/open-ticket.ts'

const open = (ticketId: string) => openTicketBy(router, ticketId)

/** Keeps shown data current while mounted. @param since position of the log before the first load */
export function useLive(viewerId: string, since: number): void {
  const queryClient = useQueryClient()
  useEffect(
    () =>
      openLive(viewerId, since, {
        heard: (message) =>
          features.forEach(({ onMessage }) => onMessage?.(message, { queryClient, viewerId, open })),
        resync: () => void refresh(queryClient),
        // The next call is refused, and that refusal asks the person to sign in again.
        ended: () => void refreshViewer(queryClient),
      }),
    [queryClient, viewerId, since],
  )
}
