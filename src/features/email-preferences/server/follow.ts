import type { FastifyBaseLogger } from 'fastify'
import { findHead, listEntriesAfter, listSetAside } from '#features/event-log/server/queries.ts'
import { setAside, takeBack } from '#features/event-log/server/service.ts'
import { isMailConfigured } from '#features/mail-settings/server/queries.ts'
import { createBatches, retryAfterMs } from '#platform/server/batches.ts'
import type { Bus } from '#platform/server/bus.ts'
import { isTransient } from '#platform/server/errors.ts'
import type { LogEntry } from '#platform/server/log-entry.ts'
import type { DoWork } from '#platform/server/work.ts'
import { keepCalendar } from './calendar.ts'
import { queueEvents, type Telling } from './queue-events.ts'
import { holdProgress, moveProgress, startProgress } from './service.ts'

interface Parts extends Telling {
  work: DoWork
  bus: Bus
  log: FastifyBaseLogger
  /** Asks the browsers of these users whether they are still there. */
  probe(userIds: readonly string[]): void
  /** Called when mails or texts may be due. */
  queued(): void
}

/** Under this name the events are kept that it could not handle. */
const follower = 'notifications'
const batchSize = 200
const nothing: { isBehind: boolean; here: string[] } = { isBehind: false, here: [] }
/** Events come in flocks; each look at the log costs a transaction. */
const pauseMs = 200

/** Tries once more what was set aside before this process began: its version may be able to handle it. */
async function retrySetAside(parts: Parts): Promise<void> {
  const { work, log } = parts
  const entries = await work(async (unit) => {
    const mayMail = await isMailConfigured(unit.tx)
    return mayMail || parts.mayText ? listSetAside(unit.tx, follower) : []
  })
  for (const entry of entries)
    try {
      await work(async (unit) => {
        const mayMail = await isMailConfigured(unit.tx)
        if (await takeBack(unit, follower, entry.position))
          await queueEvents(unit, [entry], { ...parts, mayMail })
      })
    } catch (error) {
      if (isTransient(error)) throw error
      log.error({ err: error, position: entry.position }, 'an event still cannot be handled')
      await work((unit) => setAside(unit, follower, entry, error))
    }
}

/**
 * Follows the log and the calendar, and queues the mails and texts that come of them. Where it stands is stored in the same transaction as what it
 * has queued, so nothing is lost and nothing is made twice, over restarts and on several nodes. While nothing can be sent it passes over
 * what happens. An event that cannot be handled is set aside, and tried again when the process starts anew.
 */
export async function createFollower(parts: Parts) {
  const { work, bus, log, timeZone, queued } = parts
  const batches = createBatches<LogEntry>(batchSize)
  let running: Promise<void> | undefined
  let timer: NodeJS.Timeout | undefined
  let isWoken = false
  let isStopped = false
  let mustRetry = true

  /** @param noteRead called with what it is about to handle; @returns whether there may be more, and whose browsers are to be asked */
  const followLog = (noteRead: (entries: readonly LogEntry[]) => void) =>
    work(async (unit) => {
      const progress = isStopped ? undefined : await holdProgress(unit)
      if (!progress) return nothing
      const mayMail = await isMailConfigured(unit.tx)
      if (!mayMail && !parts.mayText) {
        const { position } = await findHead(unit.tx)
        if (position > progress.position) await moveProgress(unit, { position })
        return nothing
      }
      const size = batches.sizeAfter(progress.position)
      const entries = await listEntriesAfter(unit.tx, progress.position, size)
      noteRead(entries)
      const last = entries.at(-1)
      if (!last) return nothing
      const here = await queueEvents(unit, entries, { ...parts, mayMail })
      await moveProgress(unit, { position: last.position })
      return { isBehind: entries.length === size, here }
    })

  /** Passes over an event, unless another node has come past it by now. */
  const passOver = (entry: LogEntry, error: unknown) =>
    work(async (unit) => {
      const progress = await holdProgress(unit)
      if (!progress || progress.position >= entry.position) return
      await setAside(unit, follower, entry, error)
      await moveProgress(unit, { position: entry.position })
    })

  async function followToEnd(): Promise<void> {
    let isBehind: boolean
    do {
      let read: readonly LogEntry[] = []
      try {
        const done = await followLog((entries) => (read = entries))
        batches.succeeded()
        parts.probe(done.here)
        isBehind = done.isBehind
      } catch (error) {
        const unreadable = batches.failed(error, read)
        if (!unreadable) throw error
        const { position, type } = unreadable
        log.error({ err: error, position, type }, 'an event cannot be handled and is set aside')
        await passOver(unreadable, error)
        isBehind = true
      }
    } while (isBehind)
  }

  async function follow(): Promise<void> {
    try {
      if (mustRetry) await retrySetAside(parts)
      mustRetry = false
      await followToEnd()
      await work(async (unit) => {
        const progress = await holdProgress(unit)
        if (progress) await keepCalendar(unit, progress, timeZone)
      })
    } finally {
      queued()
    }
  }

  function run(): void {
    timer = undefined
    if (isStopped || running) return
    let pause = pauseMs
    running = follow()
      .catch((error: unknown) => {
        log.error({ err: error }, 'mails and texts are behind; it is tried again soon')
        isWoken = true
        pause = retryAfterMs(error)
      })
      .finally(() => {
        running = undefined
        if (isWoken) wake(pause)
      })
    isWoken = false
  }

  function wake(pause = pauseMs): void {
    isWoken = true
    if (!isStopped && !running) timer ??= setTimeout(run, pause)
  }

  await work((unit) => startProgress(unit, timeZone))
  bus.onWake(wake)
  wake()

  return {
    wake,
    async stop(): Promise<void> {
      isStopped = true
      clearTimeout(timer)
      await running
    },
  }
}
