import type { FastifyBaseLogger } from 'fastify'
import { followLog } from '#features/event-log/server/follower.ts'
import { isMailConfigured } from '#features/mail-settings/server/queries.ts'
import type { Bus } from '#platform/server/bus.ts'
import type { FactCatalogue } from '#platform/server/log/fact.ts'
import type { DoWork } from '#platform/server/work.ts'
import { startCalendar } from './calendar.ts'
import { queueEvents, type QueueParts } from './queue-events.ts'
import { notifiedAfterMs } from './schedule.ts'
import { lockProgress, startProgress } from './service.ts'

interface Parts extends QueueParts {
  work: DoWork
  bus: Bus
  log: FastifyBaseLogger
  facts: FactCatalogue
  queued(): void
}

export const followerName = 'notifications'
const batchSize = 200
/** Events come in bursts; each look at the log costs a transaction. */
const pauseMs = 200
/** The calendar makes mails due without an event. */
const lookEveryMs = 30_000

/** Follows log and calendar, and queues mails and texts. While nothing can be sent, events are skipped. */
export async function followEvents(parts: Parts) {
  const { work, bus, log, facts, notices, timeZone, mayText, queued } = parts
  await work((unit) => startProgress(unit, timeZone))
  const follower = await followLog({
    name: followerName,
    work,
    bus,
    log,
    facts,
    what: 'mails and texts',
    batchSize,
    pauseMs,
    async prepare(unit) {
      const mayMail = await isMailConfigured(unit.tx)
      return mayMail || mayText ? { mayMail } : undefined
    },
    async handle(unit, entries, { mayMail }) {
      await queueEvents(unit, entries, { ...parts, mayMail })
      return () => {
        queued()
        // Mails about comments are due only then.
        setTimeout(queued, notifiedAfterMs).unref()
      }
    },
    async atEnd() {
      await work(async (unit) => {
        const progress = await lockProgress(unit)
        if (progress) await startCalendar(unit, progress, { types: notices.types, timeZone })
      })
      queued()
    },
  })
  const timer = setInterval(follower.wake, lookEveryMs)
  timer.unref()
  return {
    stop(): Promise<void> {
      clearInterval(timer)
      return follower.stop()
    },
  }
}
