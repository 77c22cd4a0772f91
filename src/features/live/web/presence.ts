import { useEffect, useState } from 'react'
import { SocketMessage, type Present } from '../contract.ts'
import { onLiveMessage, sendLive, useIsLive } from './live.ts'

/** A person who has not written anything for this long counts as looking. */
const writesForMs = 15_000
/** A person who goes on to another ticket sooner was not there. */
const staysAfterMs = 300
/** While somebody writes, it is said again this often. */
const sayAgainAfterMs = 5000

const isWriting = ({ target }: Event) =>
  target instanceof HTMLTextAreaElement && target.closest('.ticket-dialog') !== null

/**
 * Signals what the person at this page does in the ticket, until the returned function is called. The server takes so many signals a second,
 * and more are made by walking through tickets quickly.
 */
function tellOwnPresence(ticketId: string): () => void {
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

/** Tells that the viewer has the ticket open. @returns the others, of whom the server tells staff alone */
export function usePresence(ticketId: string): readonly Present[] {
  const isLive = useIsLive()
  const [people, setPeople] = useState<readonly Present[]>([])
  useEffect(() => {
    if (!isLive) return undefined
    const unhear = onLiveMessage((message) => {
      const { data } = SocketMessage.safeParse(message)
      if (data?.type === 'ticket:presence' && data.ticketId === ticketId) setPeople(data.people)
    })
    const leave = tellOwnPresence(ticketId)
    return () => {
      leave()
      unhear()
      setPeople([])
    }
  }, [isLive, ticketId])
  return people
}
