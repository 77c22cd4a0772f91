import { and, asc, ne, sql } from 'drizzle-orm'
import { foldedTexts } from '#features/ticket-search/server/public/folded-texts.ts'
import { markWordsForCheck, indexChangedTexts } from '#features/ticket-search/server/public/text-index.ts'
import type { Work } from '#platform/server/work.ts'
import { events } from '#tables/events.ts'
import { tickets } from '#tables/tickets.ts'
import { ticketCreated } from '../events.ts'

/** Ids of tickets whose description this person wrote, as a subquery. */
export const ticketsBy = (userId: string) => sql`
  select ${events.ticketId} from ${events} where ${events.actorId} = ${userId} and ${events.type} = ${ticketCreated.type}
  union all select filed.id from ${tickets} as filed where filed.created_by_id = ${userId} and not exists (
    select from ${events} where ${events.ticketId} = filed.id and ${events.type} = ${ticketCreated.type})`

/**
 * Holds for tickets whose description this person wrote: the log says who filed a ticket, also where staff filed it for somebody. Nothing
 * is said there of an imported ticket, whose requester counts as its author.
 */
export const isWrittenBy = (userId: string) => sql<boolean>`${tickets.id} in (${ticketsBy(userId)})`

/** Rows of one statement: more would keep the embedded database from everything else for too long. */
const atOnce = 500

async function replaceSome(unit: Work, userId: string, word: string): Promise<number> {
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
    .limit(atOnce)
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

/**
 * Replaces the descriptions that this person wrote by a word, and finds anew which words stand in them. Tickets keep their times, and get
 * new versions. Tells nobody: the caller does.
 * @returns how many descriptions
 */
export async function replaceTexts(unit: Work, userId: string, word: string): Promise<number> {
  let replaced = 0
  for (let some = atOnce; some === atOnce; replaced += some) some = await replaceSome(unit, userId, word)
  return replaced
}
