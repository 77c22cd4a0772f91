import { useEffect } from 'react'
import { createStore } from '#platform/web/store.ts'
import { SocketMessage, type Present } from '../contract.ts'
import { onLiveMessage, sendLive, useIsLive } from './live.ts'

/** Idle time after which a writer counts as viewing. */
const writesForMs = 15_000
/** Shorter visits are not signalled. */
const staysAfterMs = 300
const sayAgainAfterMs = 5000

const isWriting = ({ target }: Event) =>
  target instanceof HTMLTextAreaElement && target.closest('.ticket-dialog') !== null

/** Signals the viewer's state; debounced for quick browsing. @returns a function that stops */
function publishOwnPresence(ticketId: string): () => void {
  let saidAt = 0
  let isSeen = false
  let looking = setTimeout(view, staysAfterMs)

  function view(): void {
    clearTimeout(looking)
    saidAt = 0
    isSeen = true
    sendLive({ type: 'ticket:viewing', ticketId, away: document.hidden })
  }
  function write(event: Event): void {
    if (!isWriting(event)) return
    clearTimeout(looking)
    looking = setTimeout(view, writesForMs)
    if (Date.now() - saidAt < sayAgainAfterMs) return
    saidAt = Date.now()
    isSeen = true
    sendLive({ type: 'ticket:editing', ticketId })
  }

  document.addEventListener('visibilitychange', view)
  document.addEventListener('input', write)
  return () => {
    clearTimeout(looking)
    document.removeEventListener('visibilitychange', view)
    document.removeEventListener('input', write)
    if (isSeen) sendLive({ type: 'ticket:leaving', ticketId })
  }
}

const nobody: readonly Present[] = []
/** Others at the ticket that is announced now. */
const others = createStore<{ ticketId: string; people: readonly Present[] }>({ ticketId: '', people: nobody })

/** Lists the others at a ticket where the viewer is announced, without announcing them again. */
export function useOthersAt(ticketId: string): readonly Present[] {
  const known = others.use()
  return known.ticketId === ticketId ? known.people : nobody
}

/** Announces the viewer at the ticket. @returns the others; empty for clients */
export function usePresence(ticketId: string): readonly Present[] {
  const isLive = useIsLive()
  useEffect(() => {
    if (!isLive) return undefined
    const unhear = onLiveMessage((message) => {
      const { data } = SocketMessage.safeParse(message)
      if (data?.type === 'ticket:presence' && data.ticketId === ticketId)
        others.set({ ticketId, people: data.people })
    })
    const leave = publishOwnPresence(ticketId)
    return () => {
      leave()
      unhear()
      others.set({ ticketId, people: nobody })
    }
  }, [isLive, ticketId])
  return useOthersAt(ticketId)
}
