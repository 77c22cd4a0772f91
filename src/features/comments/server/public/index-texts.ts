import { foldFileNames } from '#features/attachments/server/public/fold-names.ts'
import { indexMissing } from '#features/ticket-search/server/public/text-index.ts'
import { foldTickets } from '#features/tickets/server/public/fold-tickets.ts'
import type { Tx } from '#platform/server/database/query-builder.ts'
import type { Work } from '#platform/server/work.ts'
import { foldComments } from './fold-comments.ts'

/** Folds what an earlier version stored, but for chat. @param ids of tickets, comments and files */
export async function foldTexts(tx: Tx, ids: readonly string[]): Promise<void> {
  await foldTickets(tx, ids)
  await foldComments(tx, ids)
  await foldFileNames(tx, ids)
}

/** Indexes a restored comment with its files, perhaps of an earlier version. As late as `indexText`. */
export const indexRestoredComment = (unit: Work, ticketId: string): Promise<void> =>
  indexMissing(unit, ticketId, foldTexts)
