import { and, eq, ne, sql } from 'drizzle-orm'
import { listTicketEntries } from '#features/event-log/server/queries.ts'
import type { Viewer } from '#features/users/contract.ts'
import { anyOf } from '#platform/server/log/fact.ts'
import { lockIfAssignable } from '#features/users/server/service.ts'
import type { Work } from '#platform/server/work.ts'
import { chatMessages } from '#tables/chat-messages.ts'
import { comments } from '#tables/comments.ts'
import { users } from '#tables/users.ts'
import {
  commentTakenBack,
  ticketAnswered,
  ticketChanged,
  ticketImported,
  ticketTurned,
} from '#features/tickets/server/events.ts'
import { applyChange } from '#features/tickets/server/service.ts'
import { facetsOf, lockVisibleTicket, updateTicket } from '#features/tickets/server/public/ticket-writes.ts'
import { waitOf } from '#features/tickets/server/public/turn.ts'

type CommentRow = Pick<typeof comments.$inferSelect, 'id' | 'ticketId'>

const made = anyOf(ticketChanged, ticketTurned, ticketAnswered, ticketImported, commentTakenBack)
type Made = NonNullable<ReturnType<typeof made.read>>
/** Facts that decide about status and turn. */
type Step = Extract<Made, { type: 'ticket.changed' | 'ticket.turned' }>

/** An import sets status, turn and first answer as another system has them. */
const isImport = ({ type }: Made) => type === 'ticket.imported'
const isStep = (fact: Made): fact is Step => fact.type === 'ticket.changed' || fact.type === 'ticket.turned'
const setsStatus = ({ data: { before, after } }: Step) => before?.status !== after?.status
const turns = ({ data: { before, after } }: Step) => before?.turn !== after?.turn

/** Looks for another public comment of staff. */
async function hasOtherAnswer(unit: Work, { id, ticketId }: CommentRow): Promise<boolean> {
  const [other] = await unit.tx
    .select({ id: comments.id })
    .from(comments)
    .innerJoin(users, eq(users.id, comments.userId))
    .where(
      and(
        eq(comments.ticketId, ticketId),
        eq(comments.isInternal, false),
        ne(comments.id, id),
        ne(users.role, 'client'),
      ),
    )
    .limit(1)
  return other !== undefined
}

/** Looks for another word of clients since a reply opened the ticket: it needs an answer, too. */
async function hasOtherWord(unit: Work, { id, ticketId }: CommentRow, since: Date): Promise<boolean> {
  const { rows } = await unit.tx.execute(
    sql`select 1 from ${comments} c join ${users} u on u.id = c.user_id
        where c.ticket_id = ${ticketId} and c.id <> ${id} and u.role = 'client' and c.created_at >= ${since.toISOString()}::timestamptz
      union all
      select 1 from ${chatMessages} m join ${users} u on u.id = m.sender_id
        where m.ticket_id = ${ticketId} and u.role = 'client' and m.created_at >= ${since.toISOString()}::timestamptz
      limit 1`,
  )
  return rows.length > 0
}

/** Gives a ticket that was assigned with the comment back to its former assignee, unless they have left. */
async function release(
  unit: Work,
  viewer: Viewer,
  { id, ticketId }: CommentRow,
  former: string | null,
): Promise<void> {
  const found = await lockVisibleTicket(unit, viewer, ticketId)
  const isThere = former !== null && (await lockIfAssignable(unit, former))
  await applyChange(unit, viewer, found, { assignedToId: isThere ? former : null, commentId: id })
}

async function turnBack(
  unit: Work,
  viewer: Viewer,
  { id, ticketId }: CommentRow,
  { before, turnSince }: Step['data'],
): Promise<void> {
  const { locked, ticket } = await lockVisibleTicket(unit, viewer, ticketId)
  const turn = before?.turn ?? null
  if (turn === locked.turn) return
  const said = { ...locked, turn, turnSince: turn && new Date(turnSince ?? unit.now) }
  unit.send(updateTicket(unit, said))
  const data = { before: facetsOf(locked, ticket), after: facetsOf(said, ticket), commentId: id }
  unit.announce(ticketTurned({ actorId: viewer.id, ticketId, data }))
}

/**
 * Reverts a comment's effects on status, turn, assignee and first answer, together with adjacent ones taken back
 * earlier. A later act by a person stays.
 * @returns the creator's wait, if it was the first answer
 * @throws {AppError} `not_found`
 */
export async function takeBackWord(
  unit: Work,
  viewer: Viewer,
  comment: CommentRow,
): Promise<number | undefined> {
  const { id, ticketId } = comment
  const entries = await listTicketEntries(unit.tx, ticketId, made.types)
  const facts = entries.map(made.read).filter((fact) => fact !== undefined)
  const gone = new Set(facts.flatMap((fact) => (fact.type === 'comment.taken_back' ? fact.subjectId : [])))
  gone.add(id)
  const isGone = ({ data }: Made) => 'commentId' in data && gone.has(data.commentId ?? null)
  /** Finds the first of the newest reverted steps of a kind, if this comment made one of them. */
  function firstGone(isOfKind: (step: Step) => boolean): Step | undefined {
    const acts = facts.filter((fact) => isImport(fact) || (isStep(fact) && isOfKind(fact)))
    const steps = acts.slice(acts.findLastIndex((act) => !isGone(act)) + 1).filter(isStep)
    return steps.some(({ data }) => data.commentId === id) ? steps[0] : undefined
  }
  const opening = firstGone(setsStatus)
  const isWanted =
    opening?.type === 'ticket.changed' &&
    opening.data.isReply === true &&
    (await hasOtherWord(unit, comment, opening.at))
  const [status, turn] = isWanted ? [] : [opening, firstGone(turns)]
  const former = status?.data.before
  if (status && former) {
    const found = await lockVisibleTicket(unit, viewer, ticketId)
    const undone = {
      before: { ...former, ...(turn && { turn: turn.data.before?.turn }) },
      ...(status.type === 'ticket.changed' && {
        closedAt: status.data.closedAt,
        reopenedAt: status.data.reopenedAt,
      }),
      ...(turn && { after: { ...former, turn: found.ticket.turn }, turnSince: turn.data.turnSince }),
    }
    await applyChange(unit, viewer, found, { status: former.status, commentId: id, undone })
  }
  if (turn) await turnBack(unit, viewer, comment, turn.data)
  const assigning = facts.findLast(
    (fact) => fact.type === 'ticket.changed' && fact.data.changes.assignedToId !== undefined,
  )
  if (assigning?.type === 'ticket.changed' && assigning.data.commentId === id)
    await release(unit, viewer, comment, assigning.data.changes.assignedToId?.from ?? null)
  const answer = facts.findLast((fact) => isImport(fact) || fact.type === 'ticket.answered')
  if (!answer || !isGone(answer) || (await hasOtherAnswer(unit, comment))) return undefined
  const { locked } = await lockVisibleTicket(unit, viewer, ticketId)
  if (locked.firstResponseAt === null) return undefined
  unit.send(updateTicket(unit, { ...locked, firstResponseAt: null }))
  return waitOf(locked) ?? undefined
}
