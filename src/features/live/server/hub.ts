import type { FastifyBaseLogger } from 'fastify'
import {
  findHead,
  findLag,
  isBehind as isBehindSince,
  listEntriesAfter,
} from '#features/event-log/server/queries.ts'
import type { StandingSession } from '#features/auth/server/queries.ts'
import { isClient } from '#features/users/policy.ts'
import type { Bus } from '#platform/server/bus.ts'
import type { Clock } from '#platform/server/clock.ts'
import type { Database } from '#platform/server/database/query-builder.ts'
import { createFollower } from '#platform/server/log/follower.ts'
import type { LiveRule } from '#platform/server/log/live-rule.ts'
import type { LogEntry } from '#platform/server/log/log-entry.ts'
import { createSharedLimiter } from '#platform/server/shared-limiter.ts'
import type { Viewer } from '#features/users/contract.ts'
import { socketLimits } from '../contract.ts'
import { createDelivery } from './deliver.ts'
import { createListeners, type Listener, type NewListener } from './listeners.ts'
import { createPresence } from './presence.ts'
import { createReplay } from './replay.ts'
import { createPersonalMessages } from './personal-messages.ts'
import { createTopics } from './topics.ts'

interface Parts {
  db: Database
  bus: Bus
  clock: Clock
  log: FastifyBaseLogger
  rules: readonly LiveRule<Viewer>[]
}

const batchSize = 500
/** Sessions also expire, or are removed in the database, without an event. */
const sweepEveryMs = 15_000

/** Delivers the log to sockets. Positions come in commit order, so nothing before a position is missed. */
export async function createHub({ db, bus, clock, log, rules }: Parts) {
  const listeners = createListeners(db, clock)
  const topics = createTopics({ db, bus, log, listeners })
  const presence = createPresence({ db, bus, clock, log, listeners })
  createPersonalMessages({ bus, log, listeners })
  const { speak, say, deliver } = createDelivery({ db, listeners, topics, rules })
  const resume = createReplay({ db, bus, log, listeners, speak })
  const questions = createSharedLimiter(bus, 'live question', {
    points: socketLimits.questionsPerMinute,
    duration: 60,
  })
  let { position, publicPosition } = await findHead(db)
  let skipped = 0

  const positionOf = (viewer: Pick<Viewer, 'role'>) => (isClient(viewer) ? publicPosition : position)

  function moveTo(entries: readonly LogEntry[]): void {
    position = entries.at(-1)?.position ?? position
    publicPosition =
      entries.findLast((entry) => entry.publicPosition !== null)?.publicPosition ?? publicPosition
  }

  /** Skips an event that fails; viewers who might have heard of it load everything again. */
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

  return {
    positionOf,
    add: (some: NewListener): Listener => listeners.add(some, { position, publicPosition }),
    remove(listener: Listener): void {
      listeners.remove(listener)
      presence.leaveAll(listener)
    },
    topics,
    presence,
    /** Spends one of the questions that all sockets of a person share. */
    mayAsk: ({ userId }: Listener): Promise<boolean> =>
      questions.consume(userId).then(
        () => true,
        () => false,
      ),
    countSockets: () => listeners.list().length,
    findLag: () => findLag(db, position),
    /** Checks that everything up to `before` was delivered and nothing skipped. */
    isCurrent: async (before: Date) => skipped === 0 && !(await isBehindSince(db, position, before)),

    resume: (listener: Listener, since: number) => resume(listener, since, { position, publicPosition }),

    async close(): Promise<void> {
      clearInterval(sweep)
      presence.close()
      await follower.stop()
    },
  }
}

export type Hub = Awaited<ReturnType<typeof createHub>>
