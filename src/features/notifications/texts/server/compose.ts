import { listEntitled } from '#features/auth/server/queries.ts'
import { listEntriesAfter } from '#features/event-log/server/queries.ts'
import { statusWords } from '#features/tickets/contract.ts'
import { ticketChanged } from '#features/tickets/server/events.ts'
import type { Reader } from '#platform/server/database/database.ts'
import type { LogEntry } from '#platform/server/log/log-entry.ts'
import { oneLine } from '#platform/server/one-line.ts'
import type { NotificationType } from '../../contract.ts'
import { isTexted } from '../../policy.ts'
import { findPreferences } from '../../server/queries.ts'
import { recipientsOf, mayHear, readAbout } from '../../server/recipients.ts'
import { listTextNumbers, type TextRow } from './queries.ts'

const mostLetters = 80
/** What could not be sent for so long is not sent any more. */
const newsForMs = 24 * 60 * 60 * 1000

/** Of a long subject its beginning: a text is paid for by its length. */
function shortened(subject: string): string {
  const line = oneLine(subject)
  const letters = Array.from(line)
  return letters.length > mostLetters ? `${letters.slice(0, mostLetters).join('').trimEnd()}…` : line
}

/** Numbers, words of ours and the subject only: a phone lies about where others read it. */
function wordsOf(type: NotificationType, entry: LogEntry): string[] {
  if (type === 'assignment_notifications') return ['assigned to you']
  const status = ticketChanged.read(entry)?.data.changes.status
  return status ? [`status ${statusWords[status.to]}`] : []
}

/**
 * What a text says, and to which number, with the rights and preferences of that person now. Undefined: nothing, because they have left, do not
 * want it any more, have no proved number, or may not know of it; or because it is no news any more.
 */
export async function composeText(
  reader: Reader,
  { userId, position }: Pick<TextRow, 'userId' | 'position'>,
  { publicUrl, now }: { publicUrl: string; now: Date },
): Promise<{ to: string; body: string } | undefined> {
  const [reading] = await listEntitled(reader, [userId])
  const to = (await listTextNumbers(reader, [userId])).get(userId)
  const [entry] = await listEntriesAfter(reader, position - 1, 1)
  if (!reading || to === undefined || entry?.position !== position) return undefined
  if (now.getTime() - entry.at.getTime() > newsForMs) return undefined
  const about = await readAbout(reader, [entry])
  const ticket = about.tickets.get(entry.ticketId ?? '')
  if (!ticket || !mayHear(reading, entry, about)) return undefined
  const preferenceOf = await findPreferences(reader, [userId])
  const isStillSo = (type: NotificationType) =>
    type !== 'assignment_notifications' || ticket.assignedToId === userId
  const told = recipientsOf(entry, about)
    .filter(
      (of) =>
        of.userId === userId &&
        isTexted(of.notificationType, preferenceOf(userId, of.notificationType)) &&
        isStillSo(of.notificationType),
    )
    .flatMap(({ notificationType }) => wordsOf(notificationType, entry))
  if (told.length === 0) return undefined
  const { ticketNumber, subject } = ticket
  const url = `${publicUrl}/my-tickets?ticket=${ticketNumber}`
  return { to, body: `${ticketNumber} ${shortened(subject)}: ${told.join(', ')}. ${url}` }
}
