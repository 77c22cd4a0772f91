import { eq, inArray } from 'drizzle-orm'
import { listObjectPaths } from '#features/attachments/server/queries.ts'
import { lockClientForShare } from '#features/products/server/queries.ts'
import { markWordsOfTicketForCheck } from '#features/ticket-search/server/public/text-index.ts'
import { unresolvedStatuses } from '#features/tickets/contract.ts'
import { canDelete } from '#features/tickets/policy.ts'
import { ticketDeleted, ticketRestored } from '#features/tickets/server/events.ts'
import { settleFiling } from '#features/tickets/server/public/settle-filings.ts'
import { deleteRow, facetsOf, lockTicket } from '#features/tickets/server/public/ticket-writes.ts'
import { waitOf } from '#features/tickets/server/public/turn.ts'
import { requireVisible, requireWholeTicket } from '#features/tickets/server/queries.ts'
import { rowsOf, type DeletedPart } from '#features/trash/server/public/snapshot.ts'
import { findDeleted } from '#features/trash/server/queries.ts'
import {
  discard,
  dropStrangers,
  linkLater,
  needsParent,
  putBack,
  takeOut,
  type DeletionMode,
  type DeletedRecord,
} from '#features/trash/server/service.ts'
import type { Viewer } from '#features/users/contract.ts'
import { isStaff } from '#features/users/policy.ts'
import { listPeople } from '#features/users/server/queries.ts'
import { lockActiveUsers } from '#features/users/server/service.ts'
import { AppError, forbidden } from '#platform/contract/errors.ts'
import { i18n } from '#platform/contract/i18n.ts'
import { isOneOf } from '#platform/contract/narrowing.ts'
import { isUniqueViolation } from '#platform/server/database/database-errors.ts'
import type { Work } from '#platform/server/work.ts'
import { attachments } from '#tables/attachments.ts'
import { chatMessages } from '#tables/chat-messages.ts'
import { comments } from '#tables/comments.ts'
import type { DeletedRow } from '#tables/deleted-things.ts'
import { labels } from '#tables/labels.ts'
import { products } from '#tables/products.ts'
import { ticketReads } from '#tables/ticket-reads.ts'
import { ticketLabels } from '#tables/ticket-labels.ts'
import { ticketLinks } from '#tables/ticket-links.ts'
import { ticketMails } from '#tables/ticket-mails.ts'
import { ticketParticipants } from '#tables/ticket-participants.ts'
import { ticketSuppliers } from '#tables/ticket-suppliers.ts'
import { tickets } from '#tables/tickets.ts'
import { indexRestored } from './index-texts.ts'

/** Rows that are deleted and restored with a ticket; its texts are indexed anew. */
const partsOf = (id: string): DeletedPart[] => [
  { table: tickets, column: tickets.id, values: [id] },
  { table: comments, column: comments.ticketId, values: [id] },
  { table: chatMessages, column: chatMessages.ticketId, values: [id] },
  { table: attachments, column: attachments.ticketId, values: [id] },
  { table: ticketReads, column: ticketReads.ticketId, values: [id] },
  { table: ticketLinks, column: ticketLinks.ticketId, values: [id] },
  { table: ticketMails, column: ticketMails.ticketId, values: [id] },
  { table: ticketParticipants, column: ticketParticipants.ticketId, values: [id] },
  { table: ticketLabels, column: ticketLabels.ticketId, values: [id] },
  { table: ticketSuppliers, column: ticketSuppliers.ticketId, values: [id] },
]

/**
 * Deletes a ticket with all parts, and their texts in the log.
 * @param viewer null: a retention rule
 * @param isStillMeant asked under the lock
 * @returns objects to remove after the commit
 * @throws {AppError} `not_found`, `forbidden`; `conflict` where it is not meant any more
 */
export async function deleteTicket(
  unit: Work,
  viewer: Viewer | null,
  id: string,
  keeping: DeletionMode = 'restorable',
  isStillMeant?: () => Promise<boolean>,
): Promise<string[]> {
  const find = () => (viewer ? requireVisible(unit.tx, viewer, id) : requireWholeTicket(unit.tx, id))
  await find()
  if (viewer && !canDelete(viewer)) throw forbidden()
  const locked = await lockTicket(unit, id, 'update')
  // Its former lock holder may have moved it to another company.
  const ticket = await find()
  if (isStillMeant && !(await isStillMeant()))
    throw new AppError('conflict', 'The ticket was changed in the meantime.')
  await markWordsOfTicketForCheck(unit, id)
  const { ticketNumber, subject, clientId } = ticket
  const leftovers = await discard(
    unit,
    viewer,
    {
      id,
      kind: 'ticket',
      name: `${ticketNumber} ${subject}`,
      parentId: clientId,
      parts: partsOf(id),
      objectPaths: await listObjectPaths(unit.tx, id),
      logged: [id],
    },
    keeping,
    () => deleteRow(unit, id),
  )
  const before = facetsOf(locked, ticket)
  const data = { ...before, ticketNumber, before, waitedMs: waitOf(locked) }
  unit.announce(ticketDeleted({ actorId: viewer?.id ?? null, ticketId: id, data }))
  return leftovers
}

/** Locks the product to the end of the transaction, if it exists. */
async function lockProduct({ tx }: Work, id: string): Promise<boolean> {
  const found = await tx
    .select({ id: products.id })
    .from(products)
    .where(eq(products.id, id))
    .for('key share')
  return found.length > 0
}

/** Drops a missing product, an assignee who cannot work on it, missing people and labels, and ids of later mails. */
async function fitToday(unit: Work, { id, rows }: DeletedRecord): Promise<void> {
  const [ticket] = rowsOf(rows, tickets)
  if (!ticket) return
  const { product_id: productId, assigned_to_id: assigneeId, status } = ticket
  if (typeof productId === 'string' && !(await lockProduct(unit, productId))) {
    ticket['product_id'] = null
    await linkLater(unit, productId, id)
  }
  if (typeof assigneeId === 'string') {
    const [active] = await lockActiveUsers(unit, [assigneeId])
    const [known] = await listPeople(unit.tx, [assigneeId])
    const isWorking = isOneOf(unresolvedStatuses, String(status))
    if (!known || (isWorking && !(active && isStaff(active)))) ticket['assigned_to_id'] = null
  }
  await dropStrangers(unit.tx, rows, [ticketReads, ticketMails, ticketParticipants])
  const added = rowsOf(rows, ticketParticipants)
  const adders = added.flatMap(({ added_by_id: by }) => (typeof by === 'string' ? by : []))
  const known = new Set<unknown>((await listPeople(unit.tx, adders)).map((person) => person.id))
  for (const row of added) if (!known.has(row['added_by_id'])) row['added_by_id'] = null
  await dropDeletedLabels(unit, rowsOf(rows, ticketLabels))
  await dropRepeatedMails(unit, rowsOf(rows, ticketMails))
}

/** Locks the labels that are still there to the end of the transaction. */
async function dropDeletedLabels({ tx }: Work, rows: DeletedRow[]): Promise<void> {
  const ids = rows.map((row) => String(row['label_id']))
  const found = await tx
    .select({ id: labels.id })
    .from(labels)
    .where(inArray(labels.id, ids))
    .for('key share')
  const known = new Set(found.map(({ id }) => id))
  rows.splice(0, rows.length, ...rows.filter((row) => known.has(String(row['label_id']))))
}

/** Drops mails whose Message-ID has come to another ticket by now: some programs give all their mails the same. */
async function dropRepeatedMails({ tx }: Work, rows: DeletedRow[]): Promise<void> {
  const ids = rows.map((row) => String(row['message_id']))
  const found = await tx
    .select({ id: ticketMails.messageId })
    .from(ticketMails)
    .where(inArray(ticketMails.messageId, ids))
  const repeated = new Set(found.map(({ id }) => id))
  rows.splice(0, rows.length, ...rows.filter((row) => !repeated.has(String(row['message_id']))))
}

/** Locks these tickets to the end of the transaction, as far as they exist. */
const lockTickets = ({ tx }: Work, ids: readonly string[]) =>
  tx
    .select({ id: tickets.id })
    .from(tickets)
    .where(inArray(tickets.id, [...ids]))
    .for('key share')

/** Drops the link to an earlier ticket that is gone. Locks it before client and people: see docs/lock-order.md. */
async function fitLinks(unit: Work, { rows }: DeletedRecord): Promise<void> {
  const links = rowsOf(rows, ticketLinks)
  const [earlier] = await lockTickets(
    unit,
    links.map((link) => String(link['earlier_id'])),
  )
  if (!earlier) links.length = 0
}

/** @throws {AppError} `conflict` when an import has given its number to another ticket, or another mail with an id of it just came */
async function putUnderItsNumber(unit: Work, deleted: DeletedRecord): Promise<void> {
  try {
    await putBack(unit, deleted)
  } catch (error) {
    if (!isUniqueViolation(error)) throw error
    if (!isUniqueViolation(error, 'tickets_ticketNumber_unique'))
      throw new AppError(
        'conflict',
        i18n.t('Someone else changed this at the same moment. Please try again.'),
      )
    const number = String(rowsOf(deleted.rows, tickets)[0]?.['ticket_number'])
    throw new AppError(
      'conflict',
      i18n.t('There is another ticket {number} by now. Delete that one, then restore this one.', { number }),
    )
  }
}

/**
 * Restores a ticket under its number with all parts, without mails.
 * @throws {AppError} `not_found`, `forbidden`; `conflict` while its client is deleted, or for a used number
 */
export async function restoreTicket(unit: Work, viewer: Viewer, id: string): Promise<void> {
  if (!canDelete(viewer)) throw forbidden()
  const deleted = await takeOut(unit, 'ticket', id)
  await fitLinks(unit, deleted)
  const clientId = deleted.parentId ?? ''
  const [client] = await lockClientForShare(unit.tx, clientId)
  if (!client) throw needsParent((await findDeleted(unit.tx, clientId))?.name)
  await fitToday(unit, deleted)
  await putUnderItsNumber(unit, deleted)
  await settleFiling(unit.tx, id)
  await indexRestored(unit, id)
  const [row, ticket] = [await lockTicket(unit, id), await requireWholeTicket(unit.tx, id)]
  unit.announce(
    ticketRestored({
      actorId: viewer.id,
      ticketId: id,
      data: { ticketNumber: row.ticketNumber, after: facetsOf(row, ticket), waitedMs: waitOf(row) },
    }),
  )
}
