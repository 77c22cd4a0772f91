import { sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { isWrittenBy, listTextsWith } from '#features/tickets/server/queries.ts'
import type { Viewer } from '#features/users/contract.ts'
import { onlyRow, type Database } from '#platform/server/database/database.ts'
import { chatMessages } from '#tables/chat-messages.ts'
import { clients } from '#tables/clients.ts'
import { comments } from '#tables/comments.ts'
import { products } from '#tables/products.ts'
import { savedAnswers } from '#tables/saved-answers.ts'
import { tickets } from '#tables/tickets.ts'
import type { users } from '#tables/users.ts'
import { mostPlaces, type Place } from '../contract.ts'
import { provedNumber } from './belongings.ts'

type UserRow = typeof users.$inferSelect

/** Letters that are shown on each side. */
const around = 40
/** Rows of a table without an index of words that are looked through: the newest. */
const mostRows = 20_000

/** The address that is known to be theirs. */
const confirmedAddress = ({ email, emailProvedAt }: UserRow): string | undefined =>
  emailProvedAt === null ? undefined : email

const newest = (table: PgTable) =>
  sql`(select * from ${table} order by created_at desc limit ${mostRows}) as ${table}`
const lines = (...texts: SQLWrapper[]) => sql`concat_ws(e'\n', ${sql.join(texts, sql`, `)})`

/** Texts that are looked through, of tickets and comments those with these ids. Texts that the person wrote are not among them. */
function textsOf(userId: string, viewer: Viewer, ids: readonly string[]): SQL {
  const among = sql`any(${sql.param(ids)}::uuid[])`
  const ofTicket = sql`${tickets.id}, ${tickets.ticketNumber}`
  const { subject, description, customerName, productName, projectName } = tickets
  return sql`
    select 'ticket' as kind, ${ofTicket} as name, ${tickets.createdAt}, ${lines(
      subject,
      sql`case when not ${isWrittenBy(userId)} then ${description} end`,
      customerName,
      productName,
      projectName,
    )} as text from ${tickets} where ${tickets.id} = ${among}
    union all select 'ticket', ${ofTicket}, ${comments.createdAt}, ${comments.content}
    from ${comments} join ${tickets} on ${tickets.id} = ${comments.ticketId} where ${comments.id} = ${among}
    union all select 'ticket', ${ofTicket}, ${chatMessages.createdAt}, ${chatMessages.message}
    from ${newest(chatMessages)} join ${tickets} on ${tickets.id} = ${chatMessages.ticketId}
    where ${chatMessages.senderId} <> ${userId}
    union all select 'client', ${clients.id}, ${clients.name}, ${clients.createdAt}, ${lines(
      clients.name,
      clients.description,
      clients.contactEmail,
      clients.contactPhone,
      clients.address,
      clients.website,
    )} from ${newest(clients)}
    union all select 'product', ${products.id}, ${products.name}, ${products.createdAt}, ${lines(
      products.name,
      products.description,
      products.repositoryUrl,
      products.documentation,
    )} from ${newest(products)}
    union all select 'answer', ${savedAnswers.id}, ${savedAnswers.title}, ${savedAnswers.createdAt}, ${lines(
      savedAnswers.title,
      savedAnswers.text,
    )} from ${newest(savedAnswers)}
    where ${savedAnswers.ownerId} = ${viewer.id} or ${viewer.role} = any(${savedAnswers.sharedWith})`
}

interface Found extends Record<string, unknown>, Place {}

/**
 * Finds where the confirmed address or the proved number of a person stands in texts that erasing leaves as they are.
 * @returns at most `mostPlaces`, the newest first, and whether there are more, or may be in older texts
 */
export async function findPlaces(
  db: Database,
  viewer: Viewer,
  user: UserRow,
): Promise<{ places: Place[]; hasMore: boolean }> {
  const pieces = [confirmedAddress(user), provedNumber(user)?.replace('+', '')].filter(
    (one) => one !== undefined,
  )
  const texts = await Promise.all(pieces.map((piece) => listTextsWith(db, piece, user.id, mostPlaces + 1)))
  const ids = texts.flatMap((some) => some.ids)
  // Only letters of ASCII become small ones, so that places in both texts are the same.
  const { rows } = await db.execute<Found>(sql`
    select kind, id, name, substr(text, greatest(at - ${around}, 1), least(at - 1, ${around})) as before,
      substr(text, at, length(piece)) as found, substr(text, at + length(piece), ${around}) as after
    from (select *, position(piece in lower(text collate "C")) as at
      from (${textsOf(user.id, viewer, ids)}) as texts cross join unnest(${sql.param(pieces)}::text[]) as piece) as texts
    where at > 0 order by created_at desc, id, piece limit ${mostPlaces + 1}`)
  const { rows: counted } = await db.execute<{ lines: number }>(
    sql`select count(*)::int as lines from (select from ${chatMessages} limit ${mostRows + 1}) as looked`,
  )
  const isCut = texts.some((some) => some.isCut) || onlyRow(counted).lines > mostRows
  return { places: rows.slice(0, mostPlaces), hasMore: isCut || rows.length > mostPlaces }
}
