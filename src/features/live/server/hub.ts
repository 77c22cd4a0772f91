import type { FastifyBaseLogger } from 'fastify'
import {
  findHead,
  findLag,
  isBehind as isBehindSince,
  listEntriesAfter,
  listEntriesForClients,
  type Head,
} from '#features/event-log/server/queries.ts'
import type { StandingSession } from '#features/auth/server/queries.ts'
import { createToldLimiter } from '#platform/server/told-limiter.ts'
import { isClient } from '#features/users/policy.ts'
import { createKeyedMutex } from '#platform/contract/keyed-mutex.ts'
import type { Bus } from '#platform/server/bus.ts'
import type { Clock } from '#platform/server/clock.ts'
import type { Database } from '#platform/server/database/database.ts'
import { isTransient } from '#platform/server/errors.ts'
import { createFollower } from '#platform/server/log/follower.ts'
import type { LiveMessage, LiveRule } from '#platform/server/log/live-rule.ts'
import type { LogEntry } from '#platform/server/log/log-entry.ts'
import type { Viewer } from '#features/users/contract.ts'
import { socketLimits } from '../contract.ts'
import { createAnswering } from './answering.ts'
import { createConnected } from './connected.ts'
import { createDelivery, type Heard } from './deliver.ts'
import { encode } from './encode.ts'
import { createListeners, isFor, type Listener, type NewListener } from './listeners.ts'
import { createPresence } from './presence.ts'
import { createTelling } from './telling.ts'
import { createTopics } from './topics.ts'

interface Parts {
  db: Database
  bus: Bus
  clock: Clock
  log: FastifyBaseLogger
  rules: readonly LiveRule<Viewer>[]
}

const batchSize = 500
/** All of a replay is sent before the browser can read any of it: half of what it may leave unread, in bytes. */
const mostReplayed = socketLimits.bufferedBytes / 2
/** Sessions also end without an event: by running out, or by a hand in the database. */
const sweepEveryMs = 15_000

/**
 * Follows the log and tells every joined socket what its viewer may hear, with the rights they have at that moment. Positions come in
 * the order of commits, so a socket that has heard up to one has missed nothing before it.
 */
export async function createHub({ db, bus, clock, log, rules }: Parts) {
  const listeners = createListeners(db, clock)
  const topics = createTopics({ db, bus, log, listeners })
  const presence = createPresence({ db, bus, clock, log, listeners })
  const connected = createConnected({ bus, clock, listeners })
  const answering = createAnswering({ bus, clock, listeners })
  createTelling({ bus, log, listeners })
  const { speak, say, deliver } = createDelivery({ db, listeners, topics, rules })
  const resumes = createToldLimiter(bus, 'resume', { points: socketLimits.resumesPerMinute, duration: 60 })
  const inTurn = createKeyedMutex()
  let { position, publicPosition } = await findHead(db)
  /** How many events could not be told. */
  let skipped = 0

  /** The position for a viewer who joins now. */
  const positionOf = (viewer: Pick<Viewer, 'role'>) => (isClient(viewer) ? publicPosition : position)

  function moveTo(entries: readonly LogEntry[]): void {
    position = entries.at(-1)?.position ?? position
    publicPosition =
      entries.findLast((entry) => entry.publicPosition !== null)?.publicPosition ?? publicPosition
  }

  /** Passes over an event that cannot be told: every viewer who might have heard of it loads everything again. */
  async function passOver(entry: LogEntry): Promise<void> {
    const viewers = new Map<string, StandingSession>()
    const unknown = () => listeners.list().filter(({ sid }) => !viewers.has(sid))
    for (let next = unknown(); next.length > 0; next = unknown())
      for (const [sid, viewer] of await listeners.viewersOf(next)) viewers.set(sid, viewer)
    skipped++
    moveTo([entry])
    for (const listener of listeners.list()) {
      const viewer = viewers.get(listener.sid)
      if (viewer)
        say(listener, {
          position: entry.position,
          numbered: 0,
          message: { type: 'resync', position: positionOf(viewer) },
        })
    }
  }

  const follower = createFollower({
    bus,
    log,
    what: 'live updates',
    batchSize,
    async handle({ sizeAfter, begin }) {
      const size = sizeAfter(position)
      const entries = await listEntriesAfter(db, position, size)
      begin(entries)
      if (entries.length === 0) return false
      await deliver(entries, () => moveTo(entries))
      return entries.length === size
    },
    passOver,
  })
  const sweep = setInterval(() => {
    void listeners
      .viewersOf(listeners.list())
      .catch((error: unknown) => log.warn({ err: error }, 'sessions of sockets could not be checked'))
  }, sweepEveryMs)
  sweep.unref()

  /** What this socket is told of these events, of each thing only the newest; undefined when one of them cannot be told. */
  async function newestFor(
    listener: Listener,
    viewer: StandingSession,
    entries: readonly LogEntry[],
  ): Promise<LiveMessage[] | undefined> {
    try {
      const { heardBy, address } = await speak(entries)
      const isDueTo = isFor(listener)
      const keyOf = ({ delivery: { about, message } }: Heard) => `${message.type} ${about}`
      // What came after it joined it has been told; but not in the topics to which it has subscribed only then.
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

  /** Whether the log has come as far as `since`; not when that is of another log than this, as after a restored backup. */
  async function hasReached(viewer: StandingSession, since: number): Promise<boolean> {
    const head = await findHead(db)
    return since <= (isClient(viewer) ? head.publicPosition : head.position)
  }

  /**
   * The messages that a socket missed after `since` and up to `upTo`, of each thing only the newest; undefined when there are too
   * many or too long, or when an event cannot be told.
   */
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

  /** Whether this person has not asked for more replays than anybody needs. */
  const mayResume = ({ userId }: Listener): Promise<boolean> =>
    resumes.consume(userId).then(
      () => true,
      () => false,
    )

  /** What a socket of this viewer is told before `resumed`; undefined where it is to load everything again. */
  async function findReplay(
    listener: Listener,
    viewer: StandingSession,
    since: number,
    upTo: Head,
  ): Promise<LiveMessage[] | undefined> {
    const at = isClient(viewer) ? upTo.publicPosition : upTo.position
    // What a client has to hear of may stand outside of their numbering.
    if (since < at || (since === at && isClient(viewer)))
      return (await mayResume(listener)) ? missed(listener, viewer, since, upTo.position) : undefined
    return (await hasReached(viewer, since)) ? [] : undefined
  }

  /** @param upTo where this node stood when the socket began to wait */
  async function replay(listener: Listener, since: number, upTo: Head): Promise<void> {
    // It may have gone while it waited for its turn.
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
    const toldUpTo = listener.ahead?.upTo ?? 0
    listener.waiting
      ?.filter(
        ({ position: one, numbered }) => one > upTo.position && (numbered === 0 || numbered > toldUpTo),
      )
      .forEach(({ message }) => listener.send(message))
  }

  return {
    positionOf,
    add(some: NewListener): Listener {
      const listener = listeners.add(some, { position, publicPosition })
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
    probe: answering.probe,
    answered: answering.answered,
    hasAnswered: answering.hasAnswered,
    topics,
    presence,
    /** How many sockets have joined on this node. */
    countSockets: () => listeners.list().length,
    /** How far this node is behind in telling them. */
    findLag: () => findLag(db, position),
    /** Whether everything up to `before` has been told, and nothing had to be passed over. */
    isCurrent: async (before: Date) => skipped === 0 && !(await isBehindSince(db, position, before)),

    /**
     * Replays the events after `since` to a joined socket, in order and before any newer ones; to the sockets of one person one after
     * another, because each replay reads up to a thousand events.
     */
    async resume(listener: Listener, since: number): Promise<void> {
      if (listener.waiting) return
      listener.waiting = []
      const upTo = { position, publicPosition }
      try {
        await inTurn(listener.userId, () => replay(listener, since, upTo))
      } finally {
        listener.waiting = undefined
      }
    },

    async close(): Promise<void> {
      clearInterval(sweep)
      presence.close()
      connected.close()
      answering.close()
      await follower.stop()
    },
  }
}

export type Hub = Awaited<ReturnType<typeof createHub>>
