import { and, eq } from 'drizzle-orm'
import { findOwn } from '#features/mail-settings/server/service.ts'
import { moveMail } from '#features/mail-threads/server/service.ts'
import { lockVisibleTicket } from '#features/tickets/server/public/ticket-writes.ts'
import { requireWholeTicket } from '#features/tickets/server/queries.ts'
import type { Viewer } from '#features/users/contract.ts'
import { AppError } from '#platform/contract/errors.ts'
import { i18n } from '#platform/contract/i18n.ts'
import { limits } from '#platform/contract/limits.ts'
import type { Reader } from '#platform/server/database/query-builder.ts'
import type { DoWork, Work } from '#platform/server/work.ts'
import { comments } from '#tables/comments.ts'
import { inboundMails } from '#tables/inbound-mails.ts'
import { users } from '#tables/users.ts'
import { isClient } from '#features/users/policy.ts'
import type { NamedTicket } from '../contract.ts'
import { becomeTicket } from './become.ts'
import { bringFiles } from '#features/mail-reading/server/public/bring-files.ts'
import { mailHandled } from './events.ts'
import { requireMail, type MailRow } from './queries.ts'
import { lockMail } from './service.ts'
import { rawOf, type UnderstandParts } from './understand.ts'
import { readUnderstood } from './understood.ts'

const notToSplit = () =>
  new AppError('conflict', i18n.t('No ticket can be made of this mail, or one was made of it already.'))

/** Author of the public comment that the mail became. */
async function findAuthorOf(reader: Reader, { commentId }: MailRow) {
  if (commentId === null) return undefined
  const [author] = await reader
    .select({ id: users.id, role: users.role })
    .from(comments)
    .innerJoin(users, eq(users.id, comments.userId))
    .where(and(eq(comments.id, commentId), eq(comments.isInternal, false)))
  return author
}

/** @throws {AppError} `conflict` unless the mail became a comment under a new subject, and no ticket yet */
async function requireSplittable(reader: Reader, row: MailRow | undefined) {
  const understood = readUnderstood(row?.understood)
  const author = row && (await findAuthorOf(reader, row))
  const { newSubject = null, splitTicketId = null } = understood ?? {}
  if (!row?.ticketId || !understood || !author || newSubject === null || splitTicketId !== null)
    throw notToSplit()
  return { row, ticketId: row.ticketId, understood, author, subject: newSubject }
}

/** Makes the function by which the desk makes a ticket of a mail that became a comment under a new subject. */
export function createSplitting(parts: UnderstandParts) {
  const { db, store, work: ownWork } = parts
  const fileParts = { work: ownWork, store, maxFileBytes: parts.maxFileBytes, clientGb: parts.clientGb }

  /**
   * Submits it for its author, linked with the ticket that it came to, where the comment stays.
   * @throws {AppError} `not_found`; `conflict`; `invalid` where the author is no active person of the client
   */
  return async function split(viewer: Viewer, callWork: DoWork, id: string): Promise<NamedTicket> {
    const { row } = await requireSplittable(db, await requireMail(db, id))
    if (row.objectPath === null) throw notToSplit()
    const openRaw = () => rawOf(store, row)
    const mail = await parts.readMail(await openRaw())
    const files = await bringFiles(fileParts, viewer, { mail, most: limits.description, openRaw })
    return callWork(async (unit: Work) => {
      const found = await requireSplittable(unit.tx, await lockMail(unit, id, 'done'))
      const { ticket: earlier } = await lockVisibleTicket(unit, viewer, found.ticketId)
      const client = { id: earlier.clientId, name: earlier.customerName ?? earlier.clientName }
      const isOwn = await findOwn(unit.tx, parts)
      const requesterId = isClient(found.author) ? found.author.id : undefined
      const bringing = { row, mail, files, isOwn }
      const { ticketId } = await becomeTicket(unit, viewer, client, bringing, {
        earlier,
        subject: found.subject,
        requesterId,
      })
      if (mail.messageId !== null) await moveMail(unit, mail.messageId, ticketId)
      await unit.tx
        .update(inboundMails)
        .set({ understood: { ...found.understood, splitTicketId: ticketId } })
        .where(eq(inboundMails.id, id))
      unit.announce(mailHandled({ actorId: viewer.id, subjectId: id, data: { decision: 'split', ticketId } }))
      const { ticketNumber, subject } = await requireWholeTicket(unit.tx, ticketId)
      return { id: ticketId, ticketNumber, subject }
    })
  }
}
