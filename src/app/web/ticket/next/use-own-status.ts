import { useEffect, useState } from 'react'
import { onMade } from '#features/tickets/web/change/change-ticket.ts'

/** Tells whether the viewer has set the status of this ticket since it was opened. */
export function useOwnStatus(ticketId: string): boolean {
  const [ownId, setOwnId] = useState<string>()
  useEffect(() => {
    const stop = onMade(ticketId, (field) => {
      if (field === 'status') setOwnId(ticketId)
    })
    return () => {
      stop()
      setOwnId(undefined)
    }
  }, [ticketId])
  // Already at the first drawing of the next ticket, before the effect has run.
  return ownId === ticketId
}
