import type { FastifyBaseLogger } from 'fastify'
import { findHead, listEntriesAfter, listPublicEntriesAfter } from '#features/event-log/server/queries.ts'
import type { LiveSession } from '#features/auth/server/queries.ts'
import { isClient } from '#features/users/policy.ts'
import type { Bus } from '#platform/server/bus.ts'
import type { Clock } from '#platform/server/clock.ts'
import type { Database } from '#platform/server/database.ts'
import type { LiveMessage, LiveRule, Told } from '#platform/server/live-rule.ts'
import type { LogEntry } from '#platform/server/log-entry.ts'
import type { Viewer } from '#features/users/contract.ts'
import { socketLimits } from '../contract.ts'
import { createConnected } from './connected.ts'
import { createListeners, isFor, type Listener, type NewListener } from './listeners.ts'
import { createPresence } from './presence.ts'
import { createTopics } from './topics.ts'

interface Parts {
  db: Database
  bus: Bus
  clock: Clock
  log: FastifyBaseLogger
  rules: readonly LiveRule<Viewer>[]
}

const batchSize = 500
/** Sessions also end without an event: by running out, or by a hand in the database. */
const sweepEveryMs = 15_000

const positionFor = (viewer: Pick<Viewer, 'role'>, entry: LogEntry) =>
  isClient(viewer) ? (entry.publicPosition ?? 0) : entry.position

/**
 * Follows the log and tells every joined socket what its viewer may hear, with the rights they have at that moment. Positions come in
 * the order of commits, so a socket that has heard up to one has missed nothing before it.
 */
export async function createHub({ db, bus, clock, log, rules }: Parts) {
  const listeners = createListeners(db, clock)
  const topics = createTopics({ db, bus, log, listeners })
  const presence = createPresence({ db, bus, clock, log, listeners })
  const connected = createConnected({ bus, clock, listeners })
  let { position, publicPosition } = await findHead(db)
  let running: Promise<void> | undefined
  let isBehind = false
  let isClosed = false

  async function speak(entries: readonly LogEntry[], viewers: readonly LiveSession[]) {
    const tellers = await Promise.all(rules.map((rule) => rule.prepare(db, entries, viewers)))
    return (viewer: Viewer, entry: LogEntry): Told[] =>
      tellers
        .flatMap((tell) => tell(viewer, entry))
        .map((told) => ({
          ...told,
          message: {
            ...told.message,
            position: positionFor(viewer, entry),
            own: entry.actorId === viewer.id,
          },
        }))
  }

  async function deliver(entries: readonly LogEntry[], some: readonly Listener[]): Promise<void> {
    const viewers = await listeners.viewersOf(some)
    const ticketIds = entries.map(({ ticketId }) => ticketId).filter((id) => id !== null)
    await topics.review(ticketIds, viewers)
    const messagesFor = await speak(entries, [...viewers.values()])
    for (const listener of some) {
      const viewer = viewers.get(listener.sid)
      if (!viewer) continue
      for (const entry of entries) {
        const messages = messagesFor(viewer, entry)
          .filter(isFor(listener))
          .map(({ message }) => message)
        if (listener.waiting) listener.waiting.push({ position: entry.position, messages })
        else messages.forEach((message) => listener.send(message))
      }
    }
  }

  async function follow(): Promise<void> {
    do {
      isBehind = false
      const entries = await listEntriesAfter(db, position, batchSize)
      const last = entries.at(-1)
      if (!last) continue
      const told = new Set<Listener>()
      const untold = () => listeners.list().filter((listener) => !told.has(listener))
      // Who joins meanwhile was given the position before this batch, so it is told the batch, too.
      for (let next = untold(); next.length > 0; next = untold()) {
        await deliver(entries, next)
        next.forEach((listener) => told.add(listener))
      }
      position = last.position
      publicPosition =
        entries.findLast((entry) => entry.publicPosition !== null)?.publicPosition ?? publicPosition
      isBehind ||= entries.length === batchSize
    } while (isBehind)
  }

  function wake(): void {
    if (isClosed) return
    isBehind = true
    running ??= follow()
      .catch((error: unknown) =>
        log.error({ err: error }, 'live updates are behind; the next change tries again'),
      )
      .finally(() => {
        running = undefined
        // Woken after the last look and before this line.
        if (isBehind) wake()
      })
  }

  bus.onWake(wake)
  const sweep = setInterval(() => {
    void listeners
      .viewersOf(listeners.list())
      .catch((error: unknown) => log.warn({ err: error }, 'sessions of sockets could not be checked'))
  }, sweepEveryMs)
  sweep.unref()

  /**
   * What a socket missed after `since` and up to `at`, of each thing only the newest; undefined when it is too much to tell, or when
   * `since` is of another log than this, as after a restored backup.
   */
  async function missed(
    listener: Listener,
    viewer: LiveSession,
    since: number,
    at: number,
    upTo: number,
  ): Promise<LiveMessage[] | undefined> {
    if (since >= at) {
      const head = await findHead(db)
      return since > (isClient(viewer) ? head.publicPosition : head.position) ? undefined : []
    }
    const most = socketLimits.resumeEvents + 1
    const entries = isClient(viewer)
      ? await listPublicEntriesAfter(db, since, upTo, most)
      : await listEntriesAfter(db, since, most)
    if (entries.length === most) return undefined
    const told = entries.filter((entry) => entry.position <= upTo)
    const messagesFor = await speak(told, [viewer])
    const all = told.flatMap((entry) => messagesFor(viewer, entry)).filter(isFor(listener))
    const keyOf = ({ about, message }: Told) => `${message.type} ${about}`
    const newest = new Map(all.map((one, place) => [keyOf(one), place]))
    return all.filter((one, place) => newest.get(keyOf(one)) === place).map(({ message }) => message)
  }

  return {
    /** Where a viewer stands who joins now. */
    positionOf: (viewer: Pick<Viewer, 'role'>) => (isClient(viewer) ? publicPosition : position),
    add(some: NewListener): Listener {
      const listener = listeners.add(some)
      connected.came(listener.userId)
      return listener
    },
    remove(listener: Listener): void {
      listeners.remove(listener)
      presence.leaveAll(listener)
      connected.went(listener.userId)
    },
    /** Whether this user has a socket open, on any node. */
    isConnected: connected.isConnected,
    topics,
    presence,

    /** Tells a joined socket what happened after `since`, in order and before anything that happens meanwhile. */
    async resume(listener: Listener, since: number): Promise<void> {
      if (listener.waiting) return
      const waiting: NonNullable<Listener['waiting']> = []
      listener.waiting = waiting
      const upTo = { position, publicPosition }
      try {
        const viewer = (await listeners.viewersOf([listener])).get(listener.sid)
        if (!viewer) return
        const at = isClient(viewer) ? upTo.publicPosition : upTo.position
        const messages = await missed(listener, viewer, since, at, upTo.position)
        messages?.forEach((message) => listener.send(message))
        listener.send({ type: messages ? 'resumed' : 'resync', position: at })
        waiting
          .filter((held) => held.position > upTo.position)
          .forEach((held) => held.messages.forEach((one) => listener.send(one)))
      } finally {
        listener.waiting = undefined
      }
    },

    async close(): Promise<void> {
      isClosed = true
      clearInterval(sweep)
      presence.close()
      connected.close()
      await running
    },
  }
}

export type Hub = Awaited<ReturnType<typeof createHub>>
