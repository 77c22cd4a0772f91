import { isMailConfigured } from '#features/mail-settings/server/queries.ts'
import type { Work } from '#platform/server/work.ts'
import { notificationTypes } from '../contract.ts'
import { isSummary, cadenceOf } from '../policy.ts'
import { findPreferences, listInvolved } from './queries.ts'
import { lastOccasion, nextOccasion, type Regular } from './schedule.ts'
import { sendMailsNow, moveProgress, queueSummaries, type Progress } from './service.ts'

async function queueSummariesOf(
  unit: Work,
  types: readonly string[],
  cadence: Regular,
  occasion: { period: string; since: Date; until: Date },
): Promise<void> {
  const userIds = await listInvolved(unit.tx, { types, ...occasion })
  const preferenceOf = await findPreferences(unit.tx, userIds)
  const wanted = userIds.flatMap((userId) =>
    notificationTypes
      .filter((type) => isSummary(type) && cadenceOf(type, preferenceOf(userId, type)) === cadence)
      .map((notificationType) => ({ userId, notificationType })),
  )
  await queueSummaries(unit, wanted, occasion)
}

/** Makes up for a downtime by the newest occasion alone. @param types facts of summaries */
export async function startCalendar(
  unit: Work,
  progress: Progress,
  { types, timeZone }: { types: readonly string[]; timeZone: string },
): Promise<void> {
  const done = { daily: progress.dailyAt, weekly: progress.weeklyAt }
  for (const cadence of ['daily', 'weekly'] as const) {
    const { at, period } = lastOccasion(cadence, unit.now, timeZone)
    const isAhead = done[cadence] > nextOccasion(cadence, unit.now, timeZone).at
    if (at <= done[cadence] && !isAhead) continue
    // The clock was ahead at that time and was corrected: without this nothing goes out until then.
    if (isAhead) await sendMailsNow(unit)
    else if (await isMailConfigured(unit.tx))
      await queueSummariesOf(unit, types, cadence, { period, since: done[cadence], until: at })
    await moveProgress(unit, cadence === 'daily' ? { dailyAt: at } : { weeklyAt: at })
  }
}
