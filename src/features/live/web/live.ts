import { useSyncExternalStore } from 'react'
import { keepSocket } from '#platform/web/socket.ts'
import { SocketMessage } from '../contract.ts'

/** A message of a feature, not yet checked by that feature's contract. */
interface HeardMessage {
  type: string
  position?: number
}

interface Handlers {
  /** A message of a feature. */
  heard(message: HeardMessage): void
  /** Too much was missed, or nothing is known of what was: everything shown must be loaded again. */
  resync(): void
}

let isLive = false
const watchers = new Set<() => void>()

function setLive(next: boolean): void {
  if (isLive === next) return
  isLive = next
  watchers.forEach((watch) => watch())
}

function watch(watcher: () => void) {
  watchers.add(watcher)
  return () => watchers.delete(watcher)
}

/** Whether what is shown is being kept current at this moment: shown as Live or Disconnected. */
export const useIsLive = () => useSyncExternalStore(watch, () => isLive)

const isFeatureMessage = (message: unknown): message is HeardMessage =>
  typeof message === 'object' && message !== null && 'type' in message && typeof message.type === 'string'

/** A timer that comes later than this was asleep with its machine, and so was the connection. */
const sleptMs = 60_000
const watchEveryMs = 10_000

/** Calls back when the network has gone or the machine has slept: the connection may be dead without saying so. */
function watchConnection(doubt: () => void): () => void {
  let last = Date.now()
  const timer = setInterval(() => {
    const now = Date.now()
    if (now - last > sleptMs) doubt()
    last = now
  }, watchEveryMs)
  window.addEventListener('offline', doubt)
  return () => {
    clearInterval(timer)
    window.removeEventListener('offline', doubt)
  }
}

/**
 * Opens the live connection for a signed-in user.
 * @param since the position of the log before anything on this page was loaded
 * @returns a function that closes it
 */
export function openLive(userId: string, since: number, { heard, resync }: Handlers): () => void {
  let position = since
  // What arrives before the gap is filled does not move the mark, or a second loss of the connection would leave the gap behind it.
  let newest = since
  let isCaughtUp = false

  function hearSocket(message: SocketMessage): void {
    if (message.type === 'error') return setLive(false)
    if (message.type === 'pong') return
    if (message.type === 'authenticated') {
      connection.send({ type: 'resume', since: position })
      return setLive(true)
    }
    if (message.type === 'resync') resync()
    isCaughtUp = true
    newest = Math.max(newest, message.position)
    position = newest
  }

  function hearFeature(message: HeardMessage): void {
    newest = Math.max(newest, message.position ?? 0)
    if (isCaughtUp) position = newest
    heard(message)
  }

  const connection = keepSocket('/ws', {
    opened() {
      isCaughtUp = false
      connection.send({ type: 'user:join', userId })
    },
    heard(message) {
      const own = SocketMessage.safeParse(message)
      if (own.success) hearSocket(own.data)
      else if (isFeatureMessage(message)) hearFeature(message)
    },
    closed: () => setLive(false),
  })
  const unwatch = watchConnection(connection.drop)

  return () => {
    unwatch()
    connection.end()
    setLive(false)
  }
}
