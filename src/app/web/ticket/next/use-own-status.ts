import { useEffect, useState } from 'react'
import { onMade } from '#features/tickets/web/change/change-ticket.ts'

/** Tells whether the viewer has set the status of this ticket since it was opened. */
export function useOwnStatus(ticketId: string): boolean {
  const [isOwn, setOwn] = useState(false)
  useEffect(() => {
    const stop = onMade(ticketId, (field) => {
      if (field === 'status') setOwn(true)
    })
    return () => {
      stop()
      setOwn(false)
    }
  }, [ticketId])
  return isOwn
}
