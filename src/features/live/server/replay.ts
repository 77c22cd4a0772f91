import type { FastifyBaseLogger } from 'fastify'
import type { StandingSession } from '#features/auth/server/queries.ts'
import {
  findHead,
  listEntriesAfter,
  listEntriesForClients,
  type Head,
} from '#features/event-log/server/queries.ts'
import { isClient } from '#features/users/policy.ts'
import { createKeyedMutex } from '#platform/contract/keyed-mutex.ts'
import type { Bus } from '#platform/server/bus.ts'
import type { Database } from '#platform/server/database/query-builder.ts'
import { isTransient } from '#platform/server/errors.ts'
import type { LiveMessage } from '#platform/server/log/live-rule.ts'
import type { LogEntry } from '#platform/server/log/log-entry.ts'
import { createSharedLimiter } from '#platform/server/shared-limiter.ts'
import { socketLimits } from '../contract.ts'
import type { createDelivery, Heard } from './deliver.ts'
import { encode } from './encode.ts'
import { isFor, type Listener, type Listeners } from './listeners.ts'

interface Parts {
  db: Database
  bus: Bus
  log: FastifyBaseLogger
  listeners: Listeners
  speak: ReturnType<typeof createDelivery>['speak']
}

/** In bytes. Sent before the browser reads any of it, so it takes half of the unread allowance. */
const mostReplayed = socketLimits.bufferedBytes / 2

export function createReplay({ db, bus, log, listeners, speak }: Parts) {
  const resumes = createSharedLimiter(bus, 'resume', { points: socketLimits.resumesPerMinute, duration: 60 })
  const serialize = createKeyedMutex()

  /** Finds the newest message about each thing; undefined when one fails. */
  async function newestFor(
    listener: Listener,
    viewer: StandingSession,
    entries: readonly LogEntry[],
  ): Promise<LiveMessage[] | undefined> {
    try {
      const { heardBy, address } = await speak(entries)
      const isDueTo = isFor(listener)
      const keyOf = ({ delivery: { about, message } }: Heard) => `${message.type} ${about}`
      // Events after joining arrived live, except in topics subscribed since.
      const all = heardBy(viewer).filter(
        ({ entry, delivery }) =>
          isDueTo(delivery) && (delivery.topic !== undefined || entry.position <= listener.joinedAt.position),
      )
      const newest = new Map(all.map((one, place) => [keyOf(one), place]))
      const told = all.filter((one, place) => newest.get(keyOf(one)) === place)
      return address(viewer, told).map(({ message }) => message)
    } catch (error) {
      if (isTransient(error)) throw error
      log.error({ err: error }, 'what a browser has missed cannot be told; it loads everything again')
      return undefined
    }
  }

  /** Checks that the log has reached `since`; after a restored backup it may not have. */
  async function hasReached(viewer: StandingSession, since: number): Promise<boolean> {
    const head = await findHead(db)
    return since <= (isClient(viewer) ? head.publicPosition : head.position)
  }

  /** Finds the newest missed message about each thing; undefined when too many or long, or one fails. */
  async function missed(
    listener: Listener,
    viewer: StandingSession,
    since: number,
    upTo: number,
  ): Promise<LiveMessage[] | undefined> {
    const most = socketLimits.resumeEvents + 1
    const entries = isClient(viewer)
      ? await listEntriesForClients(db, { publicPosition: since, position: upTo, most })
      : await listEntriesAfter(db, since, most)
    if (entries.length === 0) return []
    if (entries.length === most) return undefined
    const messages = await newestFor(
      listener,
      viewer,
      entries.filter((entry) => entry.position <= upTo),
    )
    if (!messages) return undefined
    const bytes = messages.reduce((sum, message) => sum + encode(message).length, 0)
    return bytes > mostReplayed ? undefined : messages
  }

  const mayResume = ({ userId }: Listener): Promise<boolean> =>
    resumes.consume(userId).then(
      () => true,
      () => false,
    )

  /** Finds the messages before `resumed`; undefined when the browser must load everything again. */
  async function findReplay(
    listener: Listener,
    viewer: StandingSession,
    since: number,
    upTo: Head,
  ): Promise<LiveMessage[] | undefined> {
    const at = isClient(viewer) ? upTo.publicPosition : upTo.position
    // An event for a client may stand outside of their numbering.
    if (since < at || (since === at && isClient(viewer)))
      return (await mayResume(listener)) ? missed(listener, viewer, since, upTo.position) : undefined
    return (await hasReached(viewer, since)) ? [] : undefined
  }

  async function replay(listener: Listener, since: number, upTo: Head): Promise<void> {
    // The socket may have closed while it waited.
    if (!listeners.has(listener)) return
    const viewer = (await listeners.viewersOf([listener])).get(listener.sid)
    if (!viewer) return
    const at = isClient(viewer) ? upTo.publicPosition : upTo.position
    const messages = await findReplay(listener, viewer, since, upTo)
    listener.ahead =
      messages && since > at
        ? { upTo: since, isPublic: isClient(viewer), topics: new Set(listener.topics) }
        : undefined
    messages?.forEach((message) => listener.send(message))
    listener.send({ type: messages ? 'resumed' : 'resync', position: at })
    const deliveredUpTo = listener.ahead?.upTo ?? 0
    listener.waiting
      ?.filter(
        ({ position: one, numbered }) => one > upTo.position && (numbered === 0 || numbered > deliveredUpTo),
      )
      .forEach(({ message }) => listener.send(message))
  }

  /** Replays events before newer ones. Serialized per person, as a replay reads up to a thousand events. */
  return async function resume(listener: Listener, since: number, upTo: Head): Promise<void> {
    if (listener.waiting) return
    listener.waiting = []
    try {
      await serialize(listener.userId, () => replay(listener, since, upTo))
    } finally {
      listener.waiting = undefined
    }
  }
}
