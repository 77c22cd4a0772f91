import { listEntitled } from '#features/auth/server/queries.ts'
import { listEntriesAfter } from '#features/event-log/server/queries.ts'
import { shortened } from '#platform/contract/shortened.ts'
import type { Reader } from '#platform/server/database/query-builder.ts'
import { inLanguage } from '#platform/server/language.ts'
import { oneLine } from '#platform/server/one-line.ts'
import { isTexted } from '../../policy.ts'
import type { Notices } from '../../server/notices.ts'
import { findPreferences } from '../../server/queries.ts'
import { listTextNumbers } from './queries.ts'

/** Most letters of the subject: texts are paid for by length. */
const mostLetters = 80
const newsForMs = 24 * 60 * 60 * 1000

/**
 * Uses the recipient's present rights and preferences. Undefined when they left, opted out, lost access or
 * have no verified number, or when it is too old.
 */
export async function composeText(
  reader: Reader,
  { userId, position }: { userId: string; position: number },
  { notices, publicUrl, now }: { notices: Notices; publicUrl: string; now: Date },
): Promise<{ to: string; body: string } | undefined> {
  const [reading] = await listEntitled(reader, [userId])
  const to = (await listTextNumbers(reader, [userId])).get(userId)
  const [entry] = await listEntriesAfter(reader, position - 1, 1)
  if (!reading || to === undefined || entry?.position !== position) return undefined
  if (now.getTime() - entry.at.getTime() > newsForMs) return undefined
  const notice = (await notices.of(reader, [entry]))(entry)
  if (!notice?.mayHear(reading)) return undefined
  const preferenceOf = await findPreferences(reader, [userId])
  // Numbers, own words and the subject only: phones show texts while locked.
  const told = notice.recipients
    .filter(
      (of) =>
        of.userId === userId && isTexted(of.notificationType, preferenceOf(userId, of.notificationType)),
    )
    .flatMap(({ notificationType }) =>
      inLanguage(reading.language, () => notice.briefly(reading, notificationType)),
    )
  if (told.length === 0) return undefined
  const { ticketNumber, subject } = notice.ticket
  const url = `${publicUrl}/my-tickets?ticket=${ticketNumber}`
  return {
    to,
    body: `${ticketNumber} ${shortened(oneLine(subject), mostLetters)}: ${told.join(', ')}. ${url}`,
  }
}
