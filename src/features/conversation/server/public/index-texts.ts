import { foldMessages } from '#features/chat/server/public/fold-messages.ts'
import { foldTexts } from '#features/comments/server/public/index-texts.ts'
import { indexMissing, indexPending } from '#features/ticket-search/server/public/text-index.ts'
import type { Database, Tx } from '#platform/server/database/query-builder.ts'
import type { Work } from '#platform/server/work.ts'

async function fold(tx: Tx, ids: readonly string[]): Promise<void> {
  await foldTexts(tx, ids)
  await foldMessages(tx, ids)
}

/** Indexes texts stored by an earlier version; see `indexPending`. */
export const indexPendingTexts = (db: Database): Promise<number> => indexPending(db, fold)

/** Indexes a restored ticket, perhaps of a version that folded differently. As late as `indexText`. */
export const indexRestored = (unit: Work, ticketId: string): Promise<void> =>
  indexMissing(unit, ticketId, fold)
