import { and, eq, ne } from 'drizzle-orm'
import { listTicketEntries } from '#features/event-log/server/queries.ts'
import type { Viewer } from '#features/users/contract.ts'
import { anyOf } from '#platform/server/log/fact.ts'
import type { Work } from '#platform/server/work.ts'
import { comments } from '#tables/comments.ts'
import { users } from '#tables/users.ts'
import { canChange } from '../../policy.ts'
import { ticketAnswered, ticketChanged, ticketTurned } from '../events.ts'
import { facetsOf, waitOf } from '../totals/facets.ts'
import { changeTicket } from '../service.ts'
import { holdTicket } from './held-ticket.ts'
import { updateTicket } from './ticket-writes.ts'

type CommentRow = Pick<typeof comments.$inferSelect, 'id' | 'ticketId' | 'createdAt'>

const made = anyOf(ticketChanged, ticketTurned, ticketAnswered)

/** Whether staff have said something else on this ticket that its requester can read. */
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

/** Makes it the turn of whom it was before a comment, unless somebody has spoken since. */
async function turnBack(
  unit: Work,
  viewer: Viewer,
  { id, ticketId, createdAt }: CommentRow,
  { before, turnSince }: NonNullable<ReturnType<typeof ticketTurned.read>>['data'],
): Promise<void> {
  const { locked, ticket } = await holdTicket(unit, viewer, ticketId)
  if (locked.turnSince?.getTime() !== createdAt.getTime()) return
  const turn = before.turn ?? null
  const said = { ...locked, turn, turnSince: turn && new Date(turnSince ?? createdAt) }
  unit.send(updateTicket(unit, said))
  const data = { before: facetsOf(locked, ticket), after: facetsOf(said, ticket), commentId: id }
  unit.announce(ticketTurned({ actorId: viewer.id, ticketId, data }))
}

/**
 * Takes back what a comment has made of its ticket, the last first: its status, whose turn it is, and that staff have answered, each as far as
 * nobody has changed it since.
 * @returns how long its creator had waited, if it was the first answer
 * @throws {AppError} as `changeTicket`
 */
export async function takeBackWord(
  unit: Work,
  viewer: Viewer,
  comment: CommentRow,
): Promise<number | undefined> {
  const { id, ticketId, createdAt } = comment
  const entries = await listTicketEntries(unit.tx, ticketId, made.types, false)
  const facts = entries.map(made.read).filter((fact) => fact !== undefined)
  const newest = facts.findLast((fact) => fact.type === 'ticket.changed' && fact.data.changes.status)
  let waitedMs: number | undefined
  for (const fact of facts.filter(({ data }) => data.commentId === id).toReversed()) {
    const status = fact.type === 'ticket.changed' && fact === newest ? fact.data.changes.status : undefined
    if (status && canChange(viewer))
      await changeTicket(unit, viewer, ticketId, { status: status.from, isUndo: true, commentId: id })
    if (fact.type === 'ticket.turned') await turnBack(unit, viewer, comment, fact.data)
    if (fact.type !== 'ticket.answered' || (await hasOtherAnswer(unit, comment))) continue
    const { locked } = await holdTicket(unit, viewer, ticketId)
    if (locked.firstResponseAt?.getTime() !== createdAt.getTime()) continue
    waitedMs = waitOf(locked) ?? undefined
    unit.send(updateTicket(unit, { ...locked, firstResponseAt: null }))
  }
  return waitedMs
}
