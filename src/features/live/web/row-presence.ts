import { useEffect } from 'react'
import { createStore } from '#platform/web/store.ts'
import { SocketMessage, socketLimits, type Present } from '../contract.ts'
import { onLiveMessage, sendLive, useIsLive } from './live.ts'

/** A list that is scrolled says what it shows once it rests. */
const restsMs = 300

type Colleagues = ReadonlyMap<string, readonly Present[]>

const nobody: Colleagues = new Map()
const colleagues = createStore(nobody)

/** Watches the tickets on the screen. @returns the colleagues at each of them, without the viewer */
export function useRowPresence(shown: readonly string[], viewerId: string): Colleagues {
  const isLive = useIsLive()
  const watched = shown.slice(0, socketLimits.watchedTickets).join()
  useEffect(() => {
    if (!isLive) return undefined
    const unhear = onLiveMessage((message) => {
      const { data } = SocketMessage.safeParse(message)
      if (data?.type !== 'tickets:presence') return
      const known = new Map(colleagues.get())
      for (const { ticketId, people } of data.tickets) {
        const others = people.filter(({ id }) => id !== viewerId)
        if (others.length > 0) known.set(ticketId, others)
        else known.delete(ticketId)
      }
      colleagues.set(known)
    })
    return () => {
      unhear()
      colleagues.set(nobody)
    }
  }, [isLive, viewerId])
  useEffect(() => {
    if (!isLive) return undefined
    const timer = setTimeout(() => {
      const ticketIds = watched.split(',').filter(Boolean)
      sendLive({ type: 'tickets:watch', ticketIds })
      const left = [...colleagues.get()].filter(([ticketId]) => ticketIds.includes(ticketId))
      colleagues.set(new Map(left))
    }, restsMs)
    return () => clearTimeout(timer)
  }, [isLive, watched])
  return colleagues.use()
}

/** Lists the colleagues at a ticket on the screen. */
export const useColleaguesAt = (ticketId: string): readonly Present[] => colleagues.use().get(ticketId) ?? []
