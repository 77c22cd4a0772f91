import { listEntitled } from '#features/auth/server/queries.ts'
import { findBounces } from '#features/mail-threads/server/queries.ts'
import type { Reader } from '#platform/server/database/query-builder.ts'
import { mailboxOf, type Letter } from '#platform/server/send/mailer.ts'
import { isOwnAddress } from '#platform/server/send/own-address.ts'
import { cadenceOf } from '../policy.ts'
import type { TicketForm } from './compose.ts'
import type { Notices } from './notices.ts'
import { findPreferences, listMailed } from './queries.ts'

interface Parts {
  notices: Notices
  /** Addresses that take in mail. */
  own: readonly string[]
  /** Tells whether the limit of an unverified address lets this mail through. */
  isWithinLimit(reader: Reader, userId: string, mailId: string): Promise<boolean>
}

/**
 * Finds the people of the client who are mailed the same comment, for the headers of a recipient's copy. The
 * requester stands in To, participants in Cc. Staff and people of other companies are left out, as are people whose
 * copy will not be sent.
 * @returns undefined for a mail about no public comment, and for a recipient of another company
 */
export async function findNamed(
  reader: Reader,
  recipientId: string,
  { commentId, isInternal }: Pick<TicketForm, 'commentId' | 'isInternal'>,
  { notices, own, isWithinLimit }: Parts,
): Promise<Letter['named']> {
  if (commentId === null || isInternal) return undefined
  const mailed = await listMailed(reader, commentId)
  const [first] = mailed
  const notice = first && (await notices.of(reader, [first.entry]))(first.entry)
  if (!notice) return undefined
  const ids = mailed.map(({ userId }) => userId)
  const { createdById, participantIds } = notice.ticket
  const people = [createdById, ...participantIds].filter((id) => ids.includes(id))
  if (!people.includes(recipientId)) return undefined
  const readers = new Map((await listEntitled(reader, people)).map((one) => [one.id, one]))
  const preferenceOf = await findPreferences(reader, people)
  const bounces = await findBounces(reader, people)

  async function isMailed(id: string): Promise<boolean> {
    if (id === recipientId) return true
    const mail = mailed.find(({ userId }) => userId === id)
    const reading = readers.get(id)
    if (!mail || !reading || !notice?.mayHear(reading)) return false
    if (bounces.has(id) || isOwnAddress(reading.email, own)) return false
    if (mail.isSent) return true
    const isWanted = cadenceOf(mail.notificationType, preferenceOf(id, mail.notificationType)) !== undefined
    if (!isWanted || notice.hasRead?.(reading) === true) return false
    return mail.isAdmitted || isWithinLimit(reader, id, mail.mailId)
  }

  const named: string[] = []
  for (const id of people) if (await isMailed(id)) named.push(id)
  const mailboxesOf = (some: readonly string[]) =>
    some.flatMap((id) => {
      const one = readers.get(id)
      return one ? [mailboxOf(one)] : []
    })
  // Some filters take a mail without To for spam.
  const to = named.includes(createdById) ? createdById : recipientId
  return { to: mailboxesOf([to]), cc: mailboxesOf(named.filter((id) => id !== to)) }
}
