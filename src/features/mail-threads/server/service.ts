import { and, desc, eq } from 'drizzle-orm'
import type { Viewer } from '#features/users/contract.ts'
import { findUser } from '#features/users/server/queries.ts'
import { forbidden, notFound } from '#platform/contract/errors.ts'
import { truncated } from '#platform/contract/truncated.ts'
import { oneLine } from '#platform/server/one-line.ts'
import type { FormerPerson } from '#platform/server/personal-data.ts'
import type { Work } from '#platform/server/work.ts'
import { deliveries } from '#tables/deliveries.ts'
import { mailBounces } from '#tables/mail-bounces.ts'
import { ticketMails } from '#tables/ticket-mails.ts'
import { users } from '#tables/users.ts'
import { canClearBounce } from '../policy.ts'
import { bounceCleared, mailBounced } from './events.ts'

type NewMail = Pick<
  typeof ticketMails.$inferInsert,
  | 'messageId'
  | 'ticketId'
  | 'commentId'
  | 'direction'
  | 'isInternal'
  | 'userId'
  | 'subject'
  | 'mailbox'
  | 'deliveryId'
>

/** Remembers a mail of a ticket; a Message-ID that is known stays with its first ticket. */
export async function rememberMail(unit: Work, mail: NewMail): Promise<void> {
  await unit.tx
    .insert(ticketMails)
    .values({ ...mail, createdAt: unit.now })
    .onConflictDoNothing()
}

/** Moves a received mail to the ticket that was made of it. */
export async function moveMail(unit: Work, messageId: string, ticketId: string): Promise<void> {
  await unit.tx
    .update(ticketMails)
    .set({ ticketId, commentId: null })
    .where(and(eq(ticketMails.messageId, messageId), eq(ticketMails.direction, 'in')))
}

/** Notes that the mail server has accepted a mail of ours; from then on others refer to it. */
export async function noteSent(unit: Work, deliveryId: string): Promise<void> {
  await unit.tx.update(ticketMails).set({ sentAt: unit.now }).where(eq(ticketMails.deliveryId, deliveryId))
}

/** A delivery report about a mail of ours. */
export interface ReceivedBounce {
  /**
   * The mail that came back: by its Message-ID, or by the ticket of a signed token and the recipient. All readers of
   * the ticket have the token, so that form proves nothing.
   */
  of: { messageId: string } | { ticketId: string; address: string }
  /** Status of RFC 3463, such as "5.1.1". */
  status: string
  /** Words of the other mail server. */
  diagnostic: string
  isForGood: boolean
}

const longestReason = 300

const reasonOf = ({ status, diagnostic }: ReceivedBounce): string =>
  truncated(oneLine(`${status} ${diagnostic.replace(/^smtp;/i, '')}`), longestReason).trim()

async function lockMail(unit: Work, of: ReceivedBounce['of']) {
  const [row] = await unit.tx
    .select({ mail: ticketMails, address: users.email })
    .from(ticketMails)
    .innerJoin(users, eq(users.id, ticketMails.userId))
    .where(
      and(
        eq(ticketMails.direction, 'out'),
        'messageId' in of
          ? eq(ticketMails.messageId, of.messageId)
          : and(eq(ticketMails.ticketId, of.ticketId), eq(users.email, of.address)),
      ),
    )
    .orderBy(desc(ticketMails.createdAt), desc(ticketMails.messageId))
    .limit(1)
    .for('no key update', { of: ticketMails })
  return row
}

const deliveryForm = /^([\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12})@/

/** Finds the recipient of a mail about no single ticket, such as a digest. */
async function findRecipient(unit: Work, of: ReceivedBounce['of']) {
  const id = 'messageId' in of ? deliveryForm.exec(of.messageId)?.[1] : undefined
  if (id === undefined) return undefined
  const [row] = await unit.tx
    .select({ address: users.email, sentAt: deliveries.sentAt })
    .from(deliveries)
    .innerJoin(users, eq(users.id, deliveries.userId))
    .where(eq(deliveries.id, id))
  return row
}

async function refuseAddress(unit: Work, address: string, reason: string, sentAt: Date): Promise<void> {
  await unit.tx
    .insert(mailBounces)
    .values({ address, reason, sentAt, createdAt: unit.now })
    .onConflictDoUpdate({ target: mailBounces.address, set: { reason, sentAt, createdAt: unit.now } })
}

/**
 * Notes that a mail came back, or waits on its way. Repeated reports change nothing. A report that names no mail
 * of ours changes nothing either: anybody can write one. A report without a Message-ID only marks the mail.
 * @returns ticket and comment of the mail; undefined when it belongs to no ticket, or is none of ours
 */
export async function recordBounce(
  unit: Work,
  bounce: ReceivedBounce,
): Promise<{ ticketId: string; commentId: string | null } | undefined> {
  const { of, status, isForGood } = bounce
  const reason = reasonOf(bounce)
  const found = await lockMail(unit, of)
  if (!found) {
    const to = isForGood ? await findRecipient(unit, of) : undefined
    if (to) await refuseAddress(unit, to.address, reason, to.sentAt ?? unit.now)
    return undefined
  }
  const { messageId, ticketId, commentId, userId, sentAt, createdAt, bouncedAt } = found.mail
  const about = { ticketId, commentId }
  const isProvedReturn = isForGood && 'messageId' in of
  if (bouncedAt !== null || userId === null) return about
  await unit.tx
    .update(ticketMails)
    .set({ bounce: reason, ...(isProvedReturn && { bouncedAt: unit.now }) })
    .where(eq(ticketMails.messageId, messageId))
  if (!isProvedReturn) return about
  await refuseAddress(unit, found.address, reason, sentAt ?? createdAt)
  unit.announce(
    mailBounced({
      actorId: null,
      ticketId,
      ...(commentId !== null && { subjectId: commentId }),
      data: { recipientId: userId, code: oneLine(status).slice(0, 10) },
    }),
  )
  return about
}

/** Sends mail to a person's address again. @throws {AppError} `forbidden`; `not_found` for an unknown user */
export async function clearBounce(unit: Work, viewer: Viewer, userId: string): Promise<void> {
  if (!canClearBounce(viewer)) throw forbidden()
  const user = await findUser(unit.tx, userId)
  if (!user) throw notFound()
  const cleared = await unit.tx
    .delete(mailBounces)
    .where(eq(mailBounces.address, user.email))
    .returning({ address: mailBounces.address })
  if (cleared.length > 0) unit.announce(bounceCleared({ actorId: viewer.id, subjectId: userId }))
}

export async function forgetPerson(unit: Work, { id, email }: FormerPerson): Promise<void> {
  await unit.tx.delete(ticketMails).where(eq(ticketMails.userId, id))
  await unit.tx.delete(mailBounces).where(eq(mailBounces.address, email))
}
