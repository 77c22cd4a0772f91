import { sessionEnded } from '#platform/contract/close-codes.ts'
import type { LiveMessage } from '#platform/web/feature.ts'
import { openPersistentSocket } from '#platform/web/socket.ts'
import { createStore } from '#platform/web/store.ts'
import { SocketMessage } from '../contract.ts'

interface Handlers {
  heard(message: LiveMessage): void
  /** Everything shown must be loaded again, as missed events cannot be replayed. */
  resync(): void
  /** The server ended the session: signed out elsewhere, new role or password, deactivated. */
  ended(): void
}

const isLive = createStore(false)

type Hear = (message: LiveMessage) => void

const hearers = new Set<Hear>()
const dispatch = (message: LiveMessage) => hearers.forEach((hear) => hear(message))

/** Subscribes to the messages of features, also before the connection opens. @returns the unsubscriber */
export function onLiveMessage(hear: Hear): () => void {
  hearers.add(hear)
  return () => void hearers.delete(hear)
}

let send: (message: object) => boolean = () => false

let end: () => void = () => undefined

/** Closes the connection for good, before this page signs out. */
export const endLive = () => end()

/** @returns true when it could be sent */
export const sendLive = (message: object): boolean => isLive.get() && send(message)

const followed = new Map<string, number>()
const subscribe = (ticketId: string) => sendLive({ type: 'ticket:subscribe', ticketId })

/** Subscribes to a ticket, and again after each reconnection. @returns the unsubscriber */
export function followTicket(ticketId: string): () => void {
  followed.set(ticketId, (followed.get(ticketId) ?? 0) + 1)
  subscribe(ticketId)
  return () => {
    const others = (followed.get(ticketId) ?? 1) - 1
    if (others > 0) return void followed.set(ticketId, others)
    if (!followed.delete(ticketId)) return
    // Last messages of other parts of the page go first; the server takes them from subscribers only.
    queueMicrotask(() => {
      if (!followed.has(ticketId)) sendLive({ type: 'ticket:unsubscribe', ticketId })
    })
  }
}

/** Shown as Live or Disconnected. */
export const useIsLive = isLive.use

const isFeatureMessage = (message: unknown): message is LiveMessage =>
  typeof message === 'object' && message !== null && 'type' in message && typeof message.type === 'string'

/** A timer this late slept with its machine. Browsers wake a hidden page every minute. */
const sleptMs = 90_000
const watchEveryMs = 10_000
/** Silence after which a visible page checks the connection. */
const quietMs = 20_000

interface Watched {
  /** Sends a ping. @returns true when it could be sent */
  ask(): boolean
  /** Called after a network loss, sleep or silence: the connection may be dead without an event. */
  doubt(): void
}

/** Watches the connection. @returns functions to note a message and to stop */
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
 * @param since position of the log before this page loaded anything
 * @returns a function that closes the connection
 */
export function openLive(userId: string, since: number, { heard, resync, ended }: Handlers): () => void {
  let position = since
  // Messages before the gap is filled must not move the position: a second loss would leave the gap.
  let newest = since
  let isCaughtUp = false
  /** An earlier connection of this page was replayed. */
  let hasResumed = false

  function onSocketMessage(message: SocketMessage): void {
    if (message.type === 'error') return onRefusal(message.ticketId)
    if (message.type === 'pong') return
    if (message.type === 'ticket:presence' || message.type === 'tickets:presence') return dispatch(message)
    if (message.type === 'authenticated') {
      isLive.set(true)
      // Resubscribe before resuming, so that the replay covers these tickets.
      for (const ticketId of followed.keys()) subscribe(ticketId)
      return void connection.send({ type: 'resume', since: position })
    }
    if (message.type === 'resync') resync()
    if (message.type === 'resync' || hasResumed) dispatch(message)
    hasResumed = true
    isCaughtUp = true
    newest = Math.max(newest, message.position)
    position = newest
  }

  /** Reconnects after the usual delay; without the chat if that was refused. */
  function onRefusal(ticketId: string | undefined): void {
    if (ticketId !== undefined && followed.delete(ticketId))
      dispatch({ type: 'ticket:unsubscribed', ticketId })
    connection.drop()
  }

  function onFeatureMessage(message: LiveMessage): void {
    const { position: told = 0, more = false } = message
    newest = Math.max(newest, more ? told - 1 : told)
    if (isCaughtUp) position = newest
    heard(message)
    dispatch(message)
  }

  const connection = openPersistentSocket('/ws', {
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
