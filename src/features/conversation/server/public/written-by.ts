import { and, asc, eq, inArray, ne, sql } from 'drizzle-orm'
import { searchable } from '#platform/contract/searchable.ts'
import type { Reader } from '#platform/server/database/query-builder.ts'
import type { Work } from '#platform/server/work.ts'
import { chatMessages } from '#tables/chat-messages.ts'
import { comments } from '#tables/comments.ts'
import { events } from '#tables/events.ts'
import { tickets } from '#tables/tickets.ts'
import { ticketCreated } from '#features/tickets/server/events.ts'
import { foldedTexts } from '#features/tickets/server/public/ticket-writes.ts'
import { replaceInDeleted } from '../deleted-texts.ts'
import { doubtTexts, indexChangedTexts } from '#features/ticket-search/server/public/text-index.ts'

/** Ids of tickets whose description this person wrote, as a subquery. */
const ticketsBy = (userId: string) => sql`
  select ${events.ticketId} from ${events} where ${events.actorId} = ${userId} and ${events.type} = ${ticketCreated.type}
  union all select filed.id from ${tickets} as filed where filed.created_by_id = ${userId} and not exists (
    select from ${events} where ${events.ticketId} = filed.id and ${events.type} = ${ticketCreated.type})`

/**
 * Holds for tickets whose description this person wrote: the log says who filed a ticket, also where staff filed it for somebody. Nothing
 * is said there of an imported ticket, whose requester counts as its author.
 */
export const isWrittenBy = (userId: string) => sql<boolean>`${tickets.id} in (${ticketsBy(userId)})`

/** How many descriptions and comments this person wrote. */
export const countWrittenBy = async (reader: Reader, userId: string) => ({
  descriptions: await reader.$count(tickets, isWrittenBy(userId)),
  comments: await reader.$count(comments, eq(comments.userId, userId)),
})

/** Rows of one statement: more would keep the embedded database from everything else for too long. */
const atOnce = 500
/** Letters whose words are read without a pause. */
const lettersAtOnce = 100_000

/** Doubts the words of replaced texts, a few at a time: reading them is work of this process. */
async function doubtAll(unit: Work, texts: readonly string[]): Promise<void> {
  let [some, letters]: [string[], number] = [[], 0]
  for (const text of texts) {
    if (letters + text.length > lettersAtOnce && some.length > 0) {
      await doubtTexts(unit, some)
      ;[some, letters] = [[], 0]
    }
    some.push(text)
    letters += text.length
  }
  await doubtTexts(unit, some)
}

async function replaceDescriptions(unit: Work, userId: string, word: string): Promise<number> {
  const rows = await unit.tx
    .select({ ...foldedFrom, id: tickets.id, createdAt: tickets.createdAt, searchText: tickets.searchText })
    .from(tickets)
    .where(and(isWrittenBy(userId), ne(tickets.description, word)))
    .orderBy(asc(tickets.id))
    .limit(atOnce)
    .for('no key update')
  const texts = rows.map((row) => foldedTexts({ ...row, description: word }).searchText)
  await unit.tx.execute(sql`update ${tickets} set description = ${word}, search_text = given.text,
      version = version + 1, public_version = public_version + 1
    from unnest(${sql.param(rows.map(({ id }) => id))}::uuid[], ${sql.param(texts)}::text[]) as given (id, text)
    where ${tickets.id} = given.id`)
  await doubtAll(
    unit,
    rows.map(({ searchText }) => searchText),
  )
  await indexChangedTexts(
    unit,
    rows.map(({ id, createdAt }, place) => ({
      ticketId: id,
      textId: id,
      createdAt,
      text: texts[place] ?? '',
    })),
  )
  return rows.length
}

const foldedFrom = {
  ticketNumber: tickets.ticketNumber,
  subject: tickets.subject,
  customerName: tickets.customerName,
  productName: tickets.productName,
  projectName: tickets.projectName,
}

async function replaceComments(unit: Work, userId: string, word: string): Promise<number> {
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
    .where(and(eq(comments.userId, userId), ne(comments.content, word)))
    .orderBy(asc(comments.ticketId), asc(comments.id))
    .limit(atOnce)
    .for('no key update')
  const text = searchable(word)
  const publicIds = rows.filter(({ isInternal }) => !isInternal).map(({ ticketId }) => ticketId)
  await unit.tx
    .update(comments)
    .set({ content: word, searchText: text })
    .where(
      inArray(
        comments.id,
        rows.map(({ textId }) => textId),
      ),
    )
  // Clients must not notice that an internal comment has changed.
  await unit.tx
    .update(tickets)
    .set({
      version: sql`${tickets.version} + 1`,
      publicVersion: sql`${tickets.publicVersion} + (${tickets.id} = any(${sql.param(publicIds)}::uuid[]))::int`,
    })
    .where(
      inArray(
        tickets.id,
        rows.map(({ ticketId }) => ticketId),
      ),
    )
  await doubtAll(
    unit,
    rows.map(({ searchText }) => searchText),
  )
  await indexChangedTexts(
    unit,
    rows.map((row) => ({ ...row, text })),
  )
  return rows.length
}

/**
 * Replaces the descriptions and comments that this person wrote by a word, and finds anew which words stand in them. Tickets keep their
 * times, and get new versions. Tells nobody: the caller does.
 * @returns how many texts, and deleted things
 */
export async function replaceTexts(unit: Work, userId: string, word: string): Promise<number> {
  let replaced = 0
  for (const replace of [replaceDescriptions, replaceComments])
    for (let some = atOnce; some === atOnce; replaced += some) some = await replace(unit, userId, word)
  return replaced + (await replaceInDeleted(unit, userId, word))
}

/** Holds the tickets in which this person wrote anything. */
export async function holdWrittenIn({ tx }: Work, userId: string): Promise<void> {
  await tx
    .select({ id: tickets.id })
    .from(tickets)
    .where(
      sql`${tickets.id} in (${ticketsBy(userId)}
        union all select ${comments.ticketId} from ${comments} where ${comments.userId} = ${userId}
        union all select ${chatMessages.ticketId} from ${chatMessages} where ${chatMessages.senderId} = ${userId})`,
    )
    .orderBy(asc(tickets.id))
    .for('no key update')
}
