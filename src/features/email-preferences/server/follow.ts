import type { FastifyBaseLogger } from 'fastify'
import { listEntitled } from '#features/auth/server/queries.ts'
import { findHead, listEntriesAfter } from '#features/event-log/server/queries.ts'
import { isMailConfigured } from '#features/mail-settings/server/queries.ts'
import type { Bus } from '#platform/server/bus.ts'
import type { LogEntry } from '#platform/server/log-entry.ts'
import type { DoWork, Work } from '#platform/server/work.ts'
import { notificationTypes } from '../contract.ts'
import { isSummary, isTexted, rhythmOf } from '../policy.ts'
import { listTextNumbers } from '../texts/server/queries.ts'
import { queueText } from '../texts/server/service.ts'
import { findWishes, listInvolved } from './queries.ts'
import { lastOccasion, type Regular } from './schedule.ts'
import {
  gather,
  holdProgress,
  moveProgress,
  queueAtOnce,
  queueSummaries,
  startProgress,
  type Progress,
} from './service.ts'
import { addresseesOf, mayHear, readAbout } from './told.ts'

interface Parts {
  work: DoWork
  bus: Bus
  log: FastifyBaseLogger
  timeZone: string
  /** Whether the user has the application open, on any node. */
  isConnected(userId: string): boolean
  /** Whether text messages can be sent. */
  mayText: boolean
  /** Called when mails or texts may be due. */
  queued(): void
}

const batchSize = 200
/** Events come in flocks; each look at the log costs a transaction. */
const pauseMs = 200

/** Queues what a batch of events makes people want to know, by mail and by text. */
async function queueEvents(
  unit: Work,
  entries: readonly LogEntry[],
  {
    timeZone,
    isConnected,
    mayText,
    mayMail,
  }: Pick<Parts, 'timeZone' | 'isConnected' | 'mayText'> & {
    mayMail: boolean
  },
): Promise<void> {
  const about = await readAbout(unit.tx, entries)
  const wanted = entries.flatMap((entry) => addresseesOf(entry, about).map((of) => ({ entry, of })))
  const userIds = wanted.map(({ of }) => of.userId)
  const viewers = new Map((await listEntitled(unit.tx, userIds)).map((viewer) => [viewer.id, viewer]))
  const wishOf = await findWishes(unit.tx, userIds)
  const texted = mayText ? await listTextNumbers(unit.tx, userIds) : new Map<string, string>()
  for (const { entry, of } of wanted) {
    const viewer = viewers.get(of.userId)
    if (!viewer || !mayHear(viewer, entry, about)) continue
    const wish = wishOf(viewer.id, of.notificationType)
    if (texted.has(viewer.id) && isTexted(of.notificationType, wish))
      await queueText(unit, viewer.id, entry.position)
    if (!mayMail || (of.notificationType === 'ticket_updates' && isConnected(viewer.id))) continue
    const rhythm = rhythmOf(of.notificationType, wish)
    if (rhythm === 'immediate') await queueAtOnce(unit, of, entry.position)
    else if (rhythm !== undefined) await gather(unit, of, entry.position, rhythm, timeZone)
  }
}

/** Queues the summaries of an occasion, for those who may have something to read in them. */
async function queueSummariesOf(
  unit: Work,
  rhythm: Regular,
  occasion: { period: string; since: Date; until: Date },
): Promise<void> {
  const userIds = await listInvolved(unit.tx, occasion.since, occasion.until)
  const wishOf = await findWishes(unit.tx, userIds)
  const wanted = userIds.flatMap((userId) =>
    notificationTypes
      .filter((type) => isSummary(type) && rhythmOf(type, wishOf(userId, type)) === rhythm)
      .map((notificationType) => ({ userId, notificationType })),
  )
  await queueSummaries(unit, wanted, occasion)
}

/** Looks at the calendar: what was missed in a downtime is made up for once, by the newest occasion. */
async function keepCalendar(unit: Work, progress: Progress, timeZone: string): Promise<void> {
  const done = { daily: progress.dailyAt, weekly: progress.weeklyAt }
  for (const rhythm of ['daily', 'weekly'] as const) {
    const { at, period } = lastOccasion(rhythm, unit.now, timeZone)
    if (at <= done[rhythm]) continue
    if (await isMailConfigured(unit.tx))
      await queueSummariesOf(unit, rhythm, { period, since: done[rhythm], until: at })
    await moveProgress(unit, rhythm === 'daily' ? { dailyAt: at } : { weeklyAt: at })
  }
}

/**
 * Follows the log and the calendar, and queues the mails and texts that come of them. Where it stands is stored in the same transaction as what it
 * has queued, so nothing is lost and nothing is made twice, over restarts and on several nodes. While nothing can be sent it passes over
 * what happens.
 */
export async function createFollower(parts: Parts) {
  const { work, bus, log, timeZone, queued } = parts
  let running: Promise<void> | undefined
  let timer: NodeJS.Timeout | undefined
  let isWoken = false
  let isStopped = false

  /** @returns whether there may be more */
  const followLog = () =>
    work(async (unit) => {
      const progress = isStopped ? undefined : await holdProgress(unit)
      if (!progress) return false
      const mayMail = await isMailConfigured(unit.tx)
      if (!mayMail && !parts.mayText) {
        const { position } = await findHead(unit.tx)
        if (position > progress.position) await moveProgress(unit, { position })
        return false
      }
      const entries = await listEntriesAfter(unit.tx, progress.position, batchSize)
      const last = entries.at(-1)
      if (!last) return false
      await queueEvents(unit, entries, { ...parts, mayMail })
      await moveProgress(unit, { position: last.position })
      return entries.length === batchSize
    })

  const followCalendar = () =>
    work(async (unit) => {
      const progress = await holdProgress(unit)
      if (progress) await keepCalendar(unit, progress, timeZone)
    })

  async function follow(): Promise<void> {
    try {
      let isBehind: boolean
      do isBehind = await followLog()
      while (isBehind)
      await followCalendar()
    } finally {
      queued()
    }
  }

  function run(): void {
    timer = undefined
    if (isStopped || running) return
    running = follow()
      .catch((error: unknown) =>
        log.error({ err: error }, 'mails and texts are behind; the next change tries again'),
      )
      .finally(() => {
        running = undefined
        if (isWoken) wake()
      })
    isWoken = false
  }

  function wake(): void {
    isWoken = true
    if (!isStopped && !running) timer ??= setTimeout(run, pauseMs)
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
