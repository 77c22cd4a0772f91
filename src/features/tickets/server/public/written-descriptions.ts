import { and, asc, ne, sql } from 'drizzle-orm'
import { foldedTexts } from '#features/ticket-search/server/public/folded-texts.ts'
import { markWordsForCheck, indexChangedTexts } from '#features/ticket-search/server/public/text-index.ts'
import { inBatches } from '#platform/server/database/in-batches.ts'
import type { Work } from '#platform/server/work.ts'
import { events } from '#tables/events.ts'
import { tickets } from '#tables/tickets.ts'
import { ticketCreated } from '../events.ts'

export const ticketsBy = (userId: string) => sql`
  select ${events.ticketId} from ${events} where ${events.actorId} = ${userId} and ${events.type} = ${ticketCreated.type}
  union all select filed.id from ${tickets} as filed where filed.created_by_id = ${userId} and not exists (
    select from ${events} where ${events.ticketId} = filed.id and ${events.type} = ${ticketCreated.type})`

/**
 * Matches descriptions by their author in the log, also when staff filed for a client. Imported tickets have
 * none there, so their requester counts.
 */
export const isWrittenBy = (userId: string) => sql<boolean>`${tickets.id} in (${ticketsBy(userId)})`

async function replaceSome(unit: Work, userId: string, word: string, limit: number): Promise<number> {
  const rows = await unit.tx
    .select({
      id: tickets.id,
      createdAt: tickets.createdAt,
      searchText: tickets.searchText,
      ticketNumber: tickets.ticketNumber,
      subject: tickets.subject,
      customerName: tickets.customerName,
      productName: tickets.productName,
      projectName: tickets.projectName,
    })
    .from(tickets)
    .where(and(isWrittenBy(userId), ne(tickets.description, word)))
    .orderBy(asc(tickets.id))
    .limit(limit)
    .for('no key update')
  const replaced = rows.map((row) => ({
    ...row,
    text: foldedTexts({ ...row, description: word }).searchText,
  }))
  const [ids, texts] = [replaced.map(({ id }) => id), replaced.map(({ text }) => text)]
  await unit.tx.execute(sql`update ${tickets} set description = ${word}, search_text = given.text,
      version = version + 1, public_version = public_version + 1
    from unnest(${sql.param(ids)}::uuid[], ${sql.param(texts)}::text[]) as given (id, text)
    where ${tickets.id} = given.id`)
  await markWordsForCheck(
    unit,
    rows.map(({ searchText }) => searchText),
  )
  await indexChangedTexts(
    unit,
    replaced.map(({ id, createdAt, text }) => ({ ticketId: id, textId: id, createdAt, text })),
  )
  return rows.length
}

/** Keeps times, raises versions; the caller announces it. @returns the number of descriptions */
export const replaceTexts = (unit: Work, userId: string, word: string): Promise<number> =>
  inBatches((limit) => replaceSome(unit, userId, word, limit))
