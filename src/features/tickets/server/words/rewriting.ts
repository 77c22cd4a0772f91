import { eq, inArray, sql } from 'drizzle-orm'
import { searchable } from '#platform/contract/searchable.ts'
import type { Work } from '#platform/server/work.ts'
import { comments } from '#tables/comments.ts'
import { tickets } from '#tables/tickets.ts'
import { foldedTexts, type TicketRow } from '../writes/ticket-writes.ts'
import { doubtTexts, indexChangedText } from './words-in-use.ts'

type CommentRow = typeof comments.$inferSelect

type TicketTexts = Omit<Parameters<typeof foldedTexts>[0], 'ticketNumber'>

/** So that nobody who has seen it as it was takes it for unchanged; it has not been worked on, so its times stay. */
const moveVersions = (unit: Work, ids: readonly string[]) =>
  unit.tx
    .update(tickets)
    .set({ version: sql`${tickets.version} + 1`, publicVersion: sql`${tickets.publicVersion} + 1` })
    .where(inArray(tickets.id, [...ids]))

/**
 * Writes other texts into tickets, and finds anew which words stand in them. Tells nobody: the caller does, of all of them at once.
 * @param rewritten the rows as they are, held, with their texts as they are from now on
 */
export async function rewriteTickets(
  unit: Work,
  rewritten: readonly { ticket: TicketRow; texts: TicketTexts }[],
): Promise<void> {
  if (rewritten.length === 0) return
  await moveVersions(
    unit,
    rewritten.map(({ ticket }) => ticket.id),
  )
  const indexed = []
  for (const { ticket, texts } of rewritten) {
    const { subject, description, customerName, productName, projectName } = texts
    const folded = foldedTexts({ ...texts, ticketNumber: ticket.ticketNumber })
    await unit.tx
      .update(tickets)
      .set({
        subject,
        description,
        customerName,
        productName,
        projectName,
        ...folded,
      })
      .where(eq(tickets.id, ticket.id))
    indexed.push({ ticket, id: ticket.id, isInternal: false, text: folded.searchText })
  }
  await doubtTexts(
    unit,
    rewritten.map(({ ticket }) => ticket.searchText),
  )
  for (const one of indexed) await indexChangedText(unit, one)
}

/** The same for comments, whose tickets are held. */
export async function rewriteComments(
  unit: Work,
  rewritten: readonly { comment: CommentRow; ticket: Pick<TicketRow, 'id' | 'createdAt'>; content: string }[],
): Promise<void> {
  if (rewritten.length === 0) return
  await moveVersions(
    unit,
    rewritten.map(({ ticket }) => ticket.id),
  )
  const indexed = []
  for (const { comment, ticket, content } of rewritten) {
    const text = searchable(content)
    await unit.tx.update(comments).set({ content, searchText: text }).where(eq(comments.id, comment.id))
    indexed.push({ ticket, id: comment.id, isInternal: comment.isInternal, text })
  }
  await doubtTexts(
    unit,
    rewritten.map(({ comment }) => comment.searchText),
  )
  for (const one of indexed) await indexChangedText(unit, one)
}
