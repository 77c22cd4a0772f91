import type { FastifyBaseLogger } from 'fastify'
import type { Bus } from '#platform/server/bus.ts'
import { isTransient } from '#platform/server/errors.ts'
import type { FactCatalogue } from '#platform/server/log/fact.ts'
import { createFollower } from '#platform/server/log/follower.ts'
import type { LogEntry } from '#platform/server/log/log-entry.ts'
import type { DoWork, Work } from '#platform/server/work.ts'
import { findHead, listEntriesAfter, listSetAside } from './queries.ts'
import { lockPosition, movePosition, setAside, startFollowing, removeSetAside } from './service.ts'

interface Parts<Known> {
  /** Name of its stored position and of its set-aside events. */
  name: string
  work: DoWork
  bus: Pick<Bus, 'onWake'>
  log: FastifyBaseLogger
  facts: FactCatalogue
  /** Product of the follower, for the program's log: "mails and texts". */
  what: string
  batchSize: number
  pauseMs: number
  /** Loads the data for handling; undefined: all events can be skipped now. */
  prepare(unit: Work): Promise<Known | undefined>
  /** Handles events in the transaction that stores the position. @returns a job for after the commit */
  handle(unit: Work, entries: readonly LogEntry[], known: Known): Promise<() => void>
  /** Called each time the end of the log is reached. */
  atEnd(): Promise<void>
}

/** Time for a node of a newer version to handle its events. */
const leftToNewerMs = 10 * 60_000

/** Takes the events before the first that only a newer version knows, while one may still handle it. */
function upToUnknown(entries: readonly LogEntry[], facts: FactCatalogue, now: Date): readonly LogEntry[] {
  const isLeft = (entry: LogEntry) =>
    facts.kindOf(entry) === undefined && now.getTime() - entry.at.getTime() < leftToNewerMs
  const first = entries.findIndex(isLeft)
  return first === -1 ? entries : entries.slice(0, first)
}

/**
 * Follows the event log on one node at a time. Its position is committed with its effects, so nothing is lost
 * or repeated, across restarts and nodes. A failing event is set aside, and retried at the next start.
 * Unknown events are left to newer versions for a while.
 */
export async function followLog<Known>(parts: Parts<Known>) {
  const { name, work, bus, log, facts, what, batchSize, pauseMs } = parts
  let mustRetry = true

  /** Retries events set aside before this start: this version may be able to handle them. */
  async function retrySetAside(): Promise<void> {
    const entries = await work(async (unit) =>
      (await parts.prepare(unit)) === undefined ? [] : listSetAside(unit.tx, name),
    )
    for (const entry of entries)
      try {
        await work(async (unit) => {
          const known = await parts.prepare(unit)
          if (known !== undefined && (await removeSetAside(unit, name, entry.position)))
            await parts.handle(unit, [entry], known)
        })
      } catch (error) {
        if (isTransient(error)) throw error
        log.error({ err: error, position: entry.position }, `an event still cannot be handled by ${what}`)
        await work((unit) => setAside(unit, name, entry, error))
      }
    mustRetry = false
  }

  const follower = createFollower({
    bus,
    log,
    what,
    batchSize,
    pauseMs,
    async handle({ sizeAfter, begin }) {
      if (mustRetry) await retrySetAside()
      const done = await work(async (unit) => {
        const position = await lockPosition(unit, name)
        if (position === undefined) return undefined
        const known = await parts.prepare(unit)
        if (known === undefined) {
          const head = await findHead(unit.tx)
          if (head.position > position) await movePosition(unit, name, head.position)
          return undefined
        }
        const size = sizeAfter(position)
        const read = await listEntriesAfter(unit.tx, position, size)
        const entries = upToUnknown(read, facts, unit.now)
        begin(entries)
        const last = entries.at(-1)
        if (!last) return undefined
        const afterCommit = await parts.handle(unit, entries, known)
        await movePosition(unit, name, last.position)
        return { afterCommit, hasMore: entries.length === size }
      })
      done?.afterCommit()
      return done?.hasMore ?? false
    },
    passOver: (entry, error) =>
      work(async (unit) => {
        const position = await lockPosition(unit, name)
        // Another node may have handled it by now.
        if (position === undefined || position >= entry.position) return
        await setAside(unit, name, entry, error)
        await movePosition(unit, name, entry.position)
      }),
    atEnd: parts.atEnd,
  })

  await work((unit) => startFollowing(unit, name))
  follower.wake()
  return follower
}
