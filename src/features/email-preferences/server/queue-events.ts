import { listEntitled } from '#features/auth/server/queries.ts'
import type { LogEntry } from '#platform/server/log-entry.ts'
import type { Work } from '#platform/server/work.ts'
import { isTexted, rhythmOf } from '../policy.ts'
import { listTextNumbers } from '../texts/server/queries.ts'
import { queueText } from '../texts/server/service.ts'
import { countMailed, findWishes } from './queries.ts'
import { nextHour, nextOccasion } from './schedule.ts'
import { gather, queueAtOnce } from './service.ts'
import { addresseesOf, mayHear, readAbout } from './told.ts'

export interface Telling {
  timeZone: string
  /** Whether the user has the application open, on any node, as far as is known. */
  isConnected(userId: string): boolean
  /** Whether text messages can be sent. */
  mayText: boolean
}

const hourMs = 60 * 60 * 1000
/** What comes beyond that is told in one mail at the end of the hour. */
const mailsPerHour = 30

/**
 * Queues what a batch of events makes people want to know, by mail and by text.
 * @returns those who seem to have seen it, so that they are mailed only if their browsers do not answer
 */
export async function queueEvents(
  unit: Work,
  entries: readonly LogEntry[],
  { timeZone, isConnected, mayText, mayMail }: Telling & { mayMail: boolean },
): Promise<string[]> {
  const about = await readAbout(unit.tx, entries)
  const wanted = entries.flatMap((entry) => addresseesOf(entry, about).map((of) => ({ entry, of })))
  const userIds = wanted.map(({ of }) => of.userId)
  const viewers = new Map((await listEntitled(unit.tx, userIds)).map((viewer) => [viewer.id, viewer]))
  const wishOf = await findWishes(unit.tx, userIds)
  const texted = mayText ? await listTextNumbers(unit.tx, userIds) : new Map<string, string>()
  const mailed = await countMailed(unit.tx, userIds, new Date(unit.now.getTime() - hourMs), unit.now)
  const here = new Set<string>()
  for (const { entry, of } of wanted) {
    const viewer = viewers.get(of.userId)
    if (!viewer || !mayHear(viewer, entry, about)) continue
    const wish = wishOf(viewer.id, of.notificationType)
    if (texted.has(viewer.id) && isTexted(of.notificationType, wish))
      await queueText(unit, viewer.id, entry.position)
    const rhythm = mayMail ? rhythmOf(of.notificationType, wish) : undefined
    if (rhythm === undefined) continue
    if (rhythm !== 'immediate') {
      await gather(unit, of, entry.position, (after) => nextOccasion(rhythm, after, timeZone))
      continue
    }
    const isHere = of.notificationType === 'ticket_updates' && isConnected(viewer.id)
    if (isHere) here.add(viewer.id)
    const before = mailed.get(viewer.id) ?? 0
    mailed.set(viewer.id, before + 1)
    if (before < mailsPerHour) await queueAtOnce(unit, of, entry.position, isHere)
    else await gather(unit, of, entry.position, nextHour, isHere)
  }
  return [...here]
}
