import { randomUUID } from 'node:crypto'
import { eq, sql } from 'drizzle-orm'
import { attachUploads } from '#features/attachments/server/service.ts'
import { indexText } from '#features/ticket-search/server/public/text-index.ts'
import { canAssign, canChange, canSeeInternal } from '#features/tickets/policy.ts'
import { commentAdded } from '#features/tickets/server/events.ts'
import { reopenByReply } from '#features/tickets/server/public/reopening.ts'
import {
  lockVisibleTicket,
  momentAfter,
  type LockedTicket,
} from '#features/tickets/server/public/ticket-writes.ts'
import { recordReply, isDone } from '#features/tickets/server/public/turn.ts'
import { applyChange, requireSeen } from '#features/tickets/server/service.ts'
import { staff, type Person, type Viewer } from '#features/users/contract.ts'
import { isClient } from '#features/users/policy.ts'
import { listSignedUp, requirePerson } from '#features/users/server/queries.ts'
import { forbidden, invalid } from '#platform/contract/errors.ts'
import { i18n } from '#platform/contract/i18n.ts'
import { searchable } from '#platform/contract/searchable.ts'
import { prepared, pipelined } from '#platform/server/database/query-builder.ts'
import type { Work } from '#platform/server/work.ts'
import { comments } from '#tables/comments.ts'
import { mentionOf, type AnswerStatus, type Comment, type NewComment } from '../contract.ts'

type Addable = 'mentions' | 'attachmentIds' | 'isThanks'
type WrittenComment = Pick<NewComment, 'content' | 'isInternal'> &
  Partial<Pick<NewComment, Addable>> & {
    /** Id of a comment that has one already. */
    id?: string
    /** People of the client whom the author's own mail reached; they are not mailed the comment. */
    reachedIds?: readonly string[]
  }

type Inserted = Omit<
  typeof comments.$inferSelect,
  'editedAt' | 'formerContent' | 'handedToId' | 'handedDraft'
>
const insertComment = prepared<Inserted, unknown>('insert_comment', (reader) =>
  reader.insert(comments).values({
    id: sql.placeholder('id'),
    ticketId: sql.placeholder('ticketId'),
    userId: sql.placeholder('userId'),
    content: sql.placeholder('content'),
    isInternal: sql.placeholder('isInternal'),
    mentions: sql.placeholder('mentions'),
    createdAt: sql.placeholder('createdAt'),
    searchText: sql.placeholder('searchText'),
  }),
)

/** @param searchText folded text of a comment */
export const doesMention = (searchText: string, person: Pick<Person, 'firstName' | 'lastName'>): boolean =>
  searchText.includes(searchable(mentionOf(person)))

async function findMentioned(
  unit: Work,
  { content, mentions = [] }: WrittenComment,
  isInternal: boolean,
): Promise<Person[]> {
  if (mentions.length === 0) return []
  if (!isInternal) throw invalid('mentions', i18n.t('Only an internal comment can mention people'))
  const team = new Map(
    (await listSignedUp(unit.tx, staff)).map(({ role: _, ...person }) => [person.id, person]),
  )
  const text = searchable(content)
  return [...new Set(mentions)].map((id) => {
    const person = team.get(id)
    if (!person) throw invalid('mentions', i18n.t('Only active staff can be mentioned'))
    if (!doesMention(text, person))
      throw invalid(
        'mentions',
        i18n.t('The comment does not contain {mentionOf}', { mentionOf: mentionOf(person) }),
      )
    return person
  })
}

/** A locked ticket, and the author of the comment to be added. */
interface LockedForComment extends LockedTicket {
  author: Person
}

/** Locks a ticket for a comment of the viewer. @throws {AppError} `not_found`, also for a hidden ticket */
export async function lockForComment(
  unit: Work,
  viewer: Viewer,
  ticketId: string,
): Promise<LockedForComment> {
  // Lock the ticket first: the foreign keys of two comments would lock it weakly, and both would wait.
  const [found, author] = await pipelined([
    lockVisibleTicket(unit, viewer, ticketId),
    requirePerson(unit.tx, viewer.id),
  ])
  return { ...found, author }
}

/**
 * Adds a comment, and advances the ticket's public time only by a public one. A client's opens a finished ticket.
 * @throws {AppError} `not_found` for an invisible ticket; `invalid` for a mention outside the team
 */
export async function addComment(
  unit: Work,
  viewer: Viewer,
  ticketId: string,
  input: WrittenComment,
): Promise<Comment> {
  const { comment } = await addCommentTo(unit, viewer, await lockForComment(unit, viewer, ticketId), input)
  return comment
}

/**
 * Adds a comment like `addComment`.
 * @param found the ticket, locked in this unit of work
 * @returns the comment, and the ticket afterwards
 * @throws {AppError} `invalid` for a mention outside the team
 */
export async function addCommentTo(
  unit: Work,
  viewer: Viewer,
  { author, ...found }: LockedForComment,
  input: WrittenComment,
): Promise<{ comment: Comment; after: LockedTicket }> {
  const ticketId = found.locked.id
  const isInternal = input.isInternal && canSeeInternal(viewer)
  const mentions = await findMentioned(unit, input, isInternal)
  const { content, id = randomUUID(), reachedIds = [] } = input
  const isThanks = input.isThanks === true && isClient(viewer)
  const opened = isThanks ? found : await reopenByReply(unit, viewer, found, id)
  // After every other comment: earlier ones count as read with a later one.
  const at = { ...unit, now: momentAfter(found.locked.updatedAt, unit.now, 1) }
  const searchText = searchable(content)
  const mentionedIds = mentions.map((person) => person.id)
  const after = recordReply(at, viewer, opened, {
    isInternal,
    isUpdate: true,
    isAnswer: true,
    isThanks,
    commentId: id,
  })
  const comment = {
    id,
    ticketId,
    userId: viewer.id,
    content,
    isInternal,
    mentions: mentionedIds,
    createdAt: at.now,
    searchText,
  }
  unit.send(insertComment(unit.tx, comment))
  unit.send(indexText(unit, { ticket: opened.locked, id, isInternal, text: searchText }))
  const attachments = await attachUploads(
    unit,
    viewer,
    { ticketId, commentId: id },
    input.attachmentIds ?? [],
  )
  unit.announce(
    commentAdded({
      actorId: viewer.id,
      ticketId,
      subjectId: id,
      isPublic: !isInternal,
      data: {
        isInternal,
        ...(mentions.length > 0 && { mentions: mentionedIds }),
        ...(reachedIds.length > 0 && { reachedIds: [...reachedIds] }),
      },
    }),
  )
  return {
    comment: {
      id,
      content,
      isInternal,
      createdAt: at.now.toISOString(),
      editedAt: null,
      formerContent: null,
      user: author,
      mentions,
      attachments,
    },
    after,
  }
}

interface Answer extends WrittenComment {
  status?: AnswerStatus | undefined
  assignToMe?: boolean
}

/**
 * Adds a comment, sets the status and assigns the ticket to its author, or nothing of it. A ticket that is
 * assigned by then stays so.
 * @param ifMatch versions that the caller has seen; for a status
 * @throws {AppError} as `addComment` and `changeTicket`
 */
export async function answerTicket(
  unit: Work,
  viewer: Viewer,
  ticketId: string,
  { status, assignToMe = false, ...input }: Answer,
  ifMatch?: readonly string[],
): Promise<Comment> {
  if (status === undefined && !assignToMe) return addComment(unit, viewer, ticketId, input)
  const found = await lockForComment(unit, viewer, ticketId)
  if (!canChange(viewer) || (assignToMe && !canAssign(viewer))) throw forbidden()
  const { id: commentId = randomUUID() } = input
  if (status !== undefined) requireSeen(viewer, found.ticket, ifMatch)
  const { status: former, assignedToId } = found.locked
  // A reopened ticket waits for the addressee of the answer, so it is opened before.
  const isOpening = status !== undefined && isDone(former) && !isDone(status)
  const opened = isOpening ? await applyChange(unit, viewer, found, { status, commentId }) : found
  const { comment, after } = await addCommentTo(
    unit,
    viewer,
    { ...found, ...opened },
    { ...input, id: commentId },
  )
  const changed =
    status === undefined || isOpening ? after : await applyChange(unit, viewer, after, { status, commentId })
  if (assignToMe && assignedToId === null && !comment.isInternal)
    await applyChange(unit, viewer, changed, { assignedToId: viewer.id, commentId })
  return comment
}

/** Transfers the comments of a user who is about to be deleted. */
export async function redirectComments(unit: Work, fromId: string, toId: string): Promise<void> {
  await unit.tx.update(comments).set({ userId: toId }).where(eq(comments.userId, fromId))
}
