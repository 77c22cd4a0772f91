import { eq } from 'drizzle-orm'
import { indexMissing, indexPending } from '#features/ticket-search/server/public/text-index.ts'
import { foldTickets } from '#features/tickets/server/public/fold-tickets.ts'
import type { Database, Tx } from '#platform/server/database/query-builder.ts'
import type { Work } from '#platform/server/work.ts'
import { comments } from '#tables/comments.ts'
import { foldComments } from './fold-comments.ts'

async function fold(tx: Tx, ids: readonly string[]): Promise<void> {
  await foldTickets(tx, ids)
  await foldComments(tx, ids)
}

/** Indexes texts stored by an earlier version; see `indexPending`. */
export const indexPendingTexts = (db: Database): Promise<number> => indexPending(db, fold)

/** Indexes a restored ticket, perhaps of a version that folded differently. As late as `indexText`. */
export async function indexRestored(unit: Work, ticketId: string): Promise<void> {
  const said = await unit.tx.select({ id: comments.id }).from(comments).where(eq(comments.ticketId, ticketId))
  await fold(unit.tx, [ticketId, ...said.map(({ id }) => id)])
  await indexMissing(unit, ticketId)
}
