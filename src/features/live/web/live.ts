import { sessionEnded } from '#platform/contract/close-codes.ts'
import type { LiveMessage } from '#platform/web/feature.ts'
import { keepSocket } from '#platform/web/socket.ts'
import { createStore } from '#platform/web/store.ts'
import { SocketMessage } from '../contract.ts'

interface Handlers {
  /** A message of a feature. */
  heard(message: LiveMessage): void
  /** Too much was missed, or nothing is known of what was: everything shown must be loaded again. */
  resync(): void
  /** The server has ended the session: signed out elsewhere, another role, a new password, deactivated. */
  ended(): void
}

const isLive = createStore(false)

type Hear = (message: LiveMessage) => void

const hearers = new Set<Hear>()
const tellAll = (message: LiveMessage) => hearers.forEach((hear) => hear(message))

/** For parts that come later than the connection: calls back with each message that concerns a feature, until told to stop. */
export function onLiveMessage(hear: Hear): () => void {
  hearers.add(hear)
  return () => void hearers.delete(hear)
}

let send: (message: object) => boolean = () => false

let end: () => void = () => undefined

/** Closes the connection for good, before the page signs out by itself and has nothing to be told about it. */
export const endLive = () => end()

/** @returns whether it could be sent */
export const sendLive = (message: object): boolean => isLive.get() && send(message)

/** How often each ticket is followed by a part of this page. */
const followed = new Map<string, number>()
const subscribe = (ticketId: string) => sendLive({ type: 'ticket:subscribe', ticketId })

/** Subscribes to a ticket, and again after each interruption, until the returned function is called. */
export function followTicket(ticketId: string): () => void {
  followed.set(ticketId, (followed.get(ticketId) ?? 0) + 1)
  subscribe(ticketId)
  return () => {
    const others = (followed.get(ticketId) ?? 1) - 1
    if (others > 0) return void followed.set(ticketId, others)
    if (!followed.delete(ticketId)) return
    // After what the other parts of the same ticket say as they go, which the server takes from a subscriber alone.
    queueMicrotask(() => {
      if (!followed.has(ticketId)) sendLive({ type: 'ticket:unsubscribe', ticketId })
    })
  }
}

/** Whether the screens are being kept current at this moment: shown as Live or Disconnected. */
export const useIsLive = isLive.use

const isFeatureMessage = (message: unknown): message is LiveMessage =>
  typeof message === 'object' && message !== null && 'type' in message && typeof message.type === 'string'

/** A timer that comes later than this was asleep with its machine, and so was the connection. Browsers wake a hidden page every minute. */
const sleptMs = 90_000
const watchEveryMs = 10_000
/** On a page that somebody sees, a connection that has said nothing for so long is asked whether it is alive. */
const quietMs = 20_000

interface Watched {
  /** Asks the server for a sign of life. @returns whether it could be sent */
  ask(): boolean
  /** Called when the network has gone, the machine has slept, or the server has not answered: the connection may be dead without saying so. */
  doubt(): void
}

/** Watches the connection. @returns how to tell that it was heard, and how to stop */
function watchConnection({ ask, doubt }: Watched) {
  let lookedAt = Date.now()
  let heardAt = lookedAt
  let isAsked = false
  function hear(): void {
    heardAt = Date.now()
    isAsked = false
  }
  function giveUp(): void {
    hear()
    doubt()
  }
  const timer = setInterval(() => {
    const now = Date.now()
    const hasSlept = now - lookedAt > sleptMs
    lookedAt = now
    if (hasSlept || isAsked) return giveUp()
    isAsked = document.visibilityState === 'visible' && now - heardAt >= quietMs && ask()
  }, watchEveryMs)
  window.addEventListener('offline', giveUp)
  return {
    hear,
    unwatch() {
      clearInterval(timer)
      window.removeEventListener('offline', giveUp)
    },
  }
}

/**
 * Opens the live connection for a signed-in user.
 * @param since the position of the log before anything on this page was loaded
 * @returns a function that closes it
 */
export function openLive(userId: string, since: number, { heard, resync, ended }: Handlers): () => void {
  let position = since
  // A message that arrives before the gap is filled does not move the mark: a second loss of the connection would leave the gap
  // behind it.
  let newest = since
  let isCaughtUp = false
  /** An earlier connection of this page was told what it had missed. */
  let hasResumed = false

  function onSocketMessage(message: SocketMessage): void {
    if (message.type === 'error') return onRefusal(message.ticketId)
    if (message.type === 'pong') return
    if (message.type === 'ticket:presence') return tellAll(message)
    if (message.type === 'authenticated') {
      isLive.set(true)
      // Resubscribe before resuming, so that the replay covers these tickets.
      for (const ticketId of followed.keys()) subscribe(ticketId)
      return void connection.send({ type: 'resume', since: position })
    }
    if (message.type === 'resync') resync()
    if (message.type === 'resync' || hasResumed) tellAll(message)
    hasResumed = true
    isCaughtUp = true
    newest = Math.max(newest, message.position)
    position = newest
  }

  /** Begins anew after the usual while; without the chat, when it was that which was refused. */
  function onRefusal(ticketId: string | undefined): void {
    if (ticketId !== undefined && followed.delete(ticketId))
      tellAll({ type: 'ticket:unsubscribed', ticketId })
    connection.drop()
  }

  function onFeatureMessage(message: LiveMessage): void {
    const { position: told = 0, more = false } = message
    newest = Math.max(newest, more ? told - 1 : told)
    if (isCaughtUp) position = newest
    heard(message)
    tellAll(message)
  }

  const connection = keepSocket('/ws', {
    opened() {
      hear()
      isCaughtUp = false
      connection.send({ type: 'user:join', userId })
    },
    heard(message) {
      hear()
      const own = SocketMessage.safeParse(message)
      if (own.success) onSocketMessage(own.data)
      else if (isFeatureMessage(message)) onFeatureMessage(message)
    },
    closed(code) {
      isLive.set(false)
      if (code === sessionEnded) ended()
    },
  })
  send = connection.send
  end = connection.end
  const { hear, unwatch } = watchConnection({
    ask: () => connection.send({ type: 'ping' }),
    doubt: connection.drop,
  })

  return () => {
    unwatch()
    connection.end()
    isLive.set(false)
  }
}
