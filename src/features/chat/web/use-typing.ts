import { useCallback, useEffect, useRef, useState } from 'react'
import type { ChatConnection } from './connection.ts'

const expiresAfterMs = 3000
const idleAfterMs = 2000
/** Interval of typing signals, shorter than their expiry. */
const sayAgainAfterMs = 1500

/** Lists the others who type, until three seconds without a signal. */
export function useOthersTyping() {
  const [userIds, setUserIds] = useState<readonly string[]>([])
  const timers = useRef(new Map<string, ReturnType<typeof setTimeout>>())

  const stopped = useCallback((userId: string) => {
    clearTimeout(timers.current.get(userId))
    timers.current.delete(userId)
    setUserIds((known) => (known.includes(userId) ? known.filter((one) => one !== userId) : known))
  }, [])
  const typed = useCallback(
    (userId: string) => {
      clearTimeout(timers.current.get(userId))
      timers.current.set(
        userId,
        setTimeout(() => stopped(userId), expiresAfterMs),
      )
      setUserIds((known) => (known.includes(userId) ? known : [...known, userId]))
    },
    [stopped],
  )
  useEffect(() => {
    const running = timers.current
    return () => running.forEach((timer) => clearTimeout(timer))
  }, [])
  return { userIds, typed, stopped }
}

/** Signals that the viewer types, and after two idle seconds that they have stopped. */
export function useOwnTyping(ticketId: string, userId: string, send: ChatConnection['send']) {
  const said = useRef<number | undefined>(undefined)
  const idle = useRef<ReturnType<typeof setTimeout>>(undefined)

  const stop = useCallback(() => {
    clearTimeout(idle.current)
    if (said.current === undefined) return
    said.current = undefined
    send({ type: 'user:stop_typing', ticketId, userId })
  }, [send, ticketId, userId])
  useEffect(() => stop, [stop])

  const type = useCallback(() => {
    const now = Date.now()
    if (said.current === undefined || now - said.current >= sayAgainAfterMs) {
      said.current = now
      send({ type: 'user:typing', ticketId, userId })
    }
    clearTimeout(idle.current)
    idle.current = setTimeout(stop, idleAfterMs)
  }, [send, stop, ticketId, userId])

  return { type, stop }
}
