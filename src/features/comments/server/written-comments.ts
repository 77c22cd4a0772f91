import { and, asc, eq, inArray, isNotNull, ne, or } from 'drizzle-orm'
import { markWordsForCheck, indexChangedTexts } from '#features/ticket-search/server/public/text-index.ts'
import { countUp } from '#features/tickets/server/public/ticket-writes.ts'
import { searchable } from '#platform/contract/searchable.ts'
import { inBatches } from '#platform/server/database/in-batches.ts'
import type { Work } from '#platform/server/work.ts'
import { comments } from '#tables/comments.ts'
import { tickets } from '#tables/tickets.ts'

async function replaceSome(unit: Work, userId: string, word: string, limit: number): Promise<number> {
  const rows = await unit.tx
    .select({
      textId: comments.id,
      ticketId: comments.ticketId,
      isInternal: comments.isInternal,
      searchText: comments.searchText,
      createdAt: tickets.createdAt,
    })
    .from(comments)
    .innerJoin(tickets, eq(tickets.id, comments.ticketId))
    .where(
      and(eq(comments.userId, userId), or(ne(comments.content, word), isNotNull(comments.formerContent))),
    )
    .orderBy(asc(comments.ticketId), asc(comments.id))
    .limit(limit)
    .for('no key update')
  const text = searchable(word)
  await unit.tx
    .update(comments)
    .set({ content: word, searchText: text, formerContent: null })
    .where(
      inArray(
        comments.id,
        rows.map(({ textId }) => textId),
      ),
    )
  // Clients must not notice that an internal comment has changed.
  const publicIds = rows.filter(({ isInternal }) => !isInternal).map(({ ticketId }) => ticketId)
  await countUp(
    unit,
    rows.map(({ ticketId }) => ticketId),
    publicIds,
  )
  await markWordsForCheck(
    unit,
    rows.map(({ searchText }) => searchText),
  )
  await indexChangedTexts(
    unit,
    rows.map((row) => ({ ...row, text })),
  )
  return rows.length
}

/** Keeps the tickets' times but renews their versions; the caller announces it. @returns how many comments */
export const replaceTexts = (unit: Work, userId: string, word: string): Promise<number> =>
  inBatches((limit) => replaceSome(unit, userId, word, limit))
