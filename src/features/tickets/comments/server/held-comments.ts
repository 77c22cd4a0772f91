import { i18n } from '#platform/contract/i18n.ts'
import { and, asc, eq, isNull, sql } from 'drizzle-orm'
import { listAble } from '#features/auth/server/queries.ts'
import {
  deleteDelivery,
  lockDelivery,
  queueDelivery,
  withdrawDelivery,
} from '#features/deliveries/server/service.ts'
import { listCompleted } from '#features/uploads/server/queries.ts'
import { staff, type Viewer } from '#features/users/contract.ts'
import { listPeople, listSignedUp } from '#features/users/server/queries.ts'
import { AppError, forbidden, invalid, notFound } from '#platform/contract/errors.ts'
import { onlyRow, type Reader } from '#platform/server/database/database.ts'
import { prepared } from '#platform/server/database/query-builder.ts'
import type { Delivery, StoredDelivery } from '#platform/server/send/outbox.ts'
import { SendFailure } from '#platform/server/send/send-failure.ts'
import type { Work } from '#platform/server/work.ts'
import { comments } from '#tables/comments.ts'
import { deliveries } from '#tables/deliveries.ts'
import { canChange, canSee, canSeeInternal } from '../../policy.ts'
import { findWholeTicket, requireVisible } from '../../server/queries.ts'
import { lockTicket, requireSeen } from '../../server/service.ts'
import type { Comment, NewComment } from '../contract.ts'
import { heldComment, type HeldPayload } from './deliveries.ts'
import { addAnswer, addComment, findMentioned } from './service.ts'

/** So long what was taken back can be asked for once more, by a browser that did not hear the answer. */
const repeatedForMs = 10 * 60_000

/** Held comments of one author as that author sees them. */
async function shape(
  reader: Reader,
  userId: string,
  rows: readonly (StoredDelivery & { failure: string | null })[],
): Promise<Comment[]> {
  const written = rows.flatMap((row) => {
    const { data } = heldComment.payload.safeParse(row.payload)
    return data ? [{ row, data }] : []
  })
  if (written.length === 0) return []
  const user = onlyRow(await listPeople(reader, [userId]))
  const people = await listPeople(
    reader,
    written.flatMap(({ data }) => data.mentions),
  )
  const files = await listCompleted(
    reader,
    userId,
    written.flatMap(({ data }) => data.attachmentIds),
  )
  return written.map(({ row, data }) => ({
    id: row.id,
    content: data.content,
    isInternal: data.isInternal,
    createdAt: row.createdAt.toISOString(),
    user,
    mentions: people.filter(({ id }) => data.mentions.includes(id)),
    attachments: files
      .filter(({ id }) => data.attachmentIds.includes(id))
      .map(({ id, fileName, fileSize, mimeType, createdAt }) => ({
        id,
        fileName,
        fileSize,
        mimeType,
        createdAt: createdAt.toISOString(),
        uploadedBy: user,
        commentId: row.id,
      })),
    held: {
      // What is being tried has a lease that ends later.
      sendsAt: (row.attempts > 0 ? row.createdAt : (row.dueAt ?? row.createdAt)).toISOString(),
      status: data.answer?.status ?? null,
      failure: row.dueAt === null ? row.failure : null,
    },
  }))
}

const heldOf = prepared<{ userId: string; ticketId: string }, (typeof deliveries.$inferSelect)[]>(
  'held_comments',
  (reader) =>
    reader
      .select()
      .from(deliveries)
      .where(
        and(
          eq(deliveries.kind, heldComment.name),
          eq(deliveries.userId, sql.placeholder('userId')),
          sql`${deliveries.payload} ->> 'ticketId' = ${sql.placeholder('ticketId')}`,
          isNull(deliveries.expiresAt),
        ),
      )
      .orderBy(asc(deliveries.createdAt), asc(deliveries.id)),
)

/** The viewer's own comments on a ticket that nobody else has yet, oldest first. */
export async function listHeld(reader: Reader, viewer: Viewer, ticketId: string): Promise<Comment[]> {
  const rows = await heldOf(reader, { userId: viewer.id, ticketId })
  const held = await shape(reader, viewer.id, rows)
  return canSeeInternal(viewer) ? held : held.filter(({ isInternal }) => !isInternal)
}

/**
 * Keeps a comment back for a while. Nobody but its author learns of it, and it is no fact, until `releaseComment`.
 * @param call whence it was sent, and the versions of the ticket its author has seen
 * @throws {AppError} as `addComment` and, with a status, `answerTicket`
 */
export async function holdComment(
  unit: Work,
  viewer: Viewer,
  ticketId: string,
  { undoSeconds, status, ...input }: NewComment,
  { ip, seen }: { ip: string; seen?: readonly string[] | undefined },
): Promise<Comment> {
  const ticket = await requireVisible(unit.tx, viewer, ticketId)
  if (status && !canChange(viewer)) throw forbidden()
  if (status) await requireSeen(unit, viewer, ticket, seen)
  const isInternal = input.isInternal && canSeeInternal(viewer)
  const mentions = await findMentioned(unit, input, isInternal)
  const attachmentIds = [...new Set(input.attachmentIds)]
  const files = attachmentIds.length === 0 ? [] : await listCompleted(unit.tx, viewer.id, attachmentIds)
  if (files.length < attachmentIds.length)
    throw invalid('attachmentIds', i18n.t('An attachment is not there any more. Please add the file again.'))
  const payload: HeldPayload = {
    ticketId,
    clientId: ticket.clientId,
    content: input.content,
    isInternal,
    mentions: mentions.map(({ id }) => id),
    attachmentIds,
    ip,
    ...(status && { answer: { status, seen: ticket.status } }),
  }
  const dueAt = new Date(unit.now.getTime() + undoSeconds * 1000)
  const row = await queueDelivery(unit, { kind: heldComment, userId: viewer.id, payload, dueAt })
  return onlyRow(await shape(unit.tx, viewer.id, [{ ...row, failure: null }]))
}

/**
 * Takes back a comment that is not sent yet. Asked again it answers the same.
 * @returns it, to be written anew; its files are uploads of its author as before
 * @throws {AppError} `conflict` when it has been sent; `not_found`, also for somebody else's
 */
export async function takeBackComment(
  unit: Work,
  viewer: Viewer,
  ticketId: string,
  id: string,
): Promise<Comment> {
  const row = await lockDelivery(unit, id)
  const { data } = heldComment.payload.safeParse(row?.payload)
  const isTheirs = row?.kind === heldComment.name && row.userId === viewer.id && data?.ticketId === ticketId
  if (!isTheirs) {
    const [sent] = await unit.tx
      .select({ id: comments.id })
      .from(comments)
      .where(and(eq(comments.id, id), eq(comments.ticketId, ticketId), eq(comments.userId, viewer.id)))
    throw sent
      ? new AppError('conflict', i18n.t('This comment has been sent, so it cannot be taken back.'))
      : notFound()
  }
  if (row.expiresAt === null) await withdrawDelivery(unit, id, new Date(unit.now.getTime() + repeatedForMs))
  return onlyRow(await shape(unit.tx, viewer.id, [{ ...row, failure: null }]))
}

/** Colleagues who have left since it was written are not called any more. */
async function stillThere(unit: Work, mentions: readonly string[]): Promise<string[]> {
  if (mentions.length === 0) return []
  const team = new Set((await listSignedUp(unit.tx, staff)).map(({ id }) => id))
  return mentions.filter((id) => team.has(id))
}

/**
 * Makes a held comment a fact, by the rights its author has now; without them it is dropped. Both in one transaction: it is sent once,
 * or taken back.
 * @returns whether it was sent
 * @throws {SendFailure} when the ticket was given to another company, whose people its author did not mean
 */
export async function releaseComment(
  unit: Work,
  { id, userId, payload: { ticketId, clientId, answer, ip, ...input } }: Delivery<HeldPayload>,
): Promise<boolean> {
  const row = await lockDelivery(unit, id)
  if (!row || row.dueAt === null) return false
  const [author] = await listAble(unit.tx, userId === null ? [] : [userId])
  const ticket = await findWholeTicket(unit.tx, ticketId)
  const isTheirs = author && ticket && canSee(author, ticket) && (!input.isInternal || canSeeInternal(author))
  if (isTheirs) {
    const locked = await lockTicket(unit, ticketId)
    if (!input.isInternal && locked.clientId !== clientId)
      throw new SendFailure('The ticket was given to another client before this was sent.', true)
    const mentions = await stillThere(unit, input.mentions)
    const announce: Work['announce'] = (fact) => unit.announce({ ip, ...fact })
    const located = { ...unit, announce }
    const comment = { ...input, id, mentions }
    // What somebody else has set meanwhile stands.
    if (answer && canChange(author) && locked.status === answer.seen)
      await addAnswer(located, author, ticketId, comment, { from: locked.status, to: answer.status })
    else await addComment(located, author, ticketId, comment)
  }
  await deleteDelivery(unit, id)
  return isTheirs === true
}
