import { listEntitled } from '#features/auth/server/queries.ts'
import type { LogEntry } from '#platform/server/log/log-entry.ts'
import type { Work } from '#platform/server/work.ts'
import { isTexted, cadenceOf } from '../policy.ts'
import { listTextNumbers } from '../texts/server/queries.ts'
import { queueText } from '../texts/server/service.ts'
import { countMailed, countTexted, findPreferences } from './queries.ts'
import { nextHour, nextOccasion, notifiedAfterMs } from './schedule.ts'
import { addToDigest, queueNow } from './service.ts'
import type { Notices } from './notices.ts'

export interface QueueParts {
  notices: Notices
  timeZone: string
  mayText: boolean
}

const hourMs = 60 * 60 * 1000
/** Beyond it, events of an hour share one mail at its end. */
const mailsPerHour = 30
/** Texts cost money; beyond it only mails go out. */
const textsPerHour = 10

/** @returns a function that counts one more for a person and checks their limit */
const within = (most: number, sent: Map<string, number>) => (userId: string) => {
  const before = sent.get(userId) ?? 0
  sent.set(userId, before + 1)
  return before < most
}

export async function queueEvents(
  unit: Work,
  entries: readonly LogEntry[],
  { notices, timeZone, mayText, mayMail }: QueueParts & { mayMail: boolean },
): Promise<void> {
  const noticeOf = await notices.of(unit.tx, entries)
  const wanted = entries.flatMap((entry) => {
    const notice = noticeOf(entry)
    return notice ? notice.recipients.map((of) => ({ entry, notice, of })) : []
  })
  const userIds = wanted.map(({ of }) => of.userId)
  const viewers = new Map((await listEntitled(unit.tx, userIds)).map((viewer) => [viewer.id, viewer]))
  const preferenceOf = await findPreferences(unit.tx, userIds)
  const texted = mayText ? await listTextNumbers(unit.tx, userIds) : new Map<string, string>()
  const hour = { since: new Date(unit.now.getTime() - hourMs), until: unit.now }
  const mayMailMore = within(mailsPerHour, await countMailed(unit.tx, userIds, hour))
  const mayTextMore = within(textsPerHour, await countTexted(unit.tx, [...texted.keys()], hour))
  const told = { mail: new Set<string>(), text: new Set<string>() }
  const mayMailOf = new Map<string, boolean>()
  for (const { entry, notice, of } of wanted) {
    const viewer = viewers.get(of.userId)
    if (!viewer || !notice.mayHear(viewer)) continue
    const preference = preferenceOf(viewer.id, of.notificationType)
    const about = `${viewer.id} ${entry.position}`
    const toldAt = new Date(unit.now.getTime() + (notice.act || notice.hasRead ? notifiedAfterMs : 0))
    if (texted.has(viewer.id) && isTexted(of.notificationType, preference) && !told.text.has(about)) {
      told.text.add(about)
      if (mayTextMore(viewer.id)) await queueText(unit, viewer.id, entry.position, toldAt)
    }
    const cadence = mayMail ? cadenceOf(of.notificationType, preference) : undefined
    if (cadence === undefined) continue
    if (cadence !== 'immediate') {
      const next = (after: Date) => nextOccasion(cadence, after, timeZone)
      await addToDigest(unit, of, entry.position, { from: toldAt, next })
      continue
    }
    // One mail tells everything that an event means to a user.
    if (told.mail.has(about)) continue
    told.mail.add(about)
    const act = notice.act ?? String(entry.position)
    const mail = `${viewer.id} ${act}`
    const mayMailThis = mayMailOf.get(mail) ?? mayMailMore(viewer.id)
    mayMailOf.set(mail, mayMailThis)
    const { position } = entry
    if (mayMailThis) await queueNow(unit, of, { position, act, toldAt })
    else await addToDigest(unit, of, position, { from: toldAt, next: nextHour })
  }
}
