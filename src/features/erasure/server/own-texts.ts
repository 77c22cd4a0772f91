import { and, eq, ne, sql } from 'drizzle-orm'
import { ticketCreated } from '#features/tickets/server/events.ts'
import { replaceWrittenBy } from '#features/tickets/server/service.ts'
import { searchable } from '#platform/contract/searchable.ts'
import type { Work } from '#platform/server/work.ts'
import { chatMessages } from '#tables/chat-messages.ts'
import { deletedThings } from '#tables/deleted-things.ts'
import { events } from '#tables/events.ts'

/** A row in Deleted with its text replaced, by table; its columns are called as in the database. */
function replacedRow(userId: string, word: string) {
  const text = searchable(word)
  const becomes = (row: object) => sql`${JSON.stringify(row)}::jsonb`
  // The lines of the text by which a ticket is found: number, subject, description, and the names that were typed.
  const found = sql`concat_ws(e'\n', split_part(r ->> 'search_text', e'\n', 1), split_part(r ->> 'search_text', e'\n', 2), ${text}::text,
    nullif(r ->> 'customer_search', ''), nullif(r ->> 'product_search', ''), nullif(r ->> 'project_search', ''))`
  const author = sql`coalesce((select ${events.actorId}::text from ${events}
    where ${events.ticketId} = (r ->> 'id')::uuid and ${events.type} = ${ticketCreated.type} limit 1), r ->> 'created_by_id')`
  return sql`case
    when part ->> 'table' = 'tickets' and ${author} = ${userId}
      then r || ${becomes({ description: word })} || jsonb_build_object('search_text', ${found})
    when part ->> 'table' = 'comments' and r ->> 'user_id' = ${userId}
      then r || ${becomes({ content: word, search_text: text })}
    when part ->> 'table' = 'chat_messages' and r ->> 'sender_id' = ${userId} and r ->> 'message' <> ''
      then r || ${becomes({ message: word })}
    else r end`
}

/** Replaces the texts of this person in things that lie in Deleted. @returns how many things */
async function replaceInDeleted({ tx }: Work, userId: string, word: string): Promise<number> {
  const { id, kind, name, rows } = deletedThings
  const isTheirs = sql`${kind} in ('ticket', 'comment') and (${rows}::text like ${`%${userId}%`}
    or ${id} in (select ${events.ticketId} from ${events}
      where ${events.actorId} = ${userId} and ${events.type} = ${ticketCreated.type}))`
  // A comment is called by the number of its ticket and its beginning.
  const isNamed = sql`${kind} = 'comment' and ${rows} #>> '{0,rows,0,user_id}' = ${userId}`
  const called = sql`split_part(${name}, ' ', 1) || ' ' || ${word}::text`
  const found = sql`lower(split_part(${name}, ' ', 1)) || ' ' || ${searchable(word)}::text`
  const { rowCount } = await tx
    .update(deletedThings)
    .set({
      name: sql`case when ${isNamed} then ${called} else ${name} end`,
      searchText: sql`case when ${isNamed} then ${found} else ${deletedThings.searchText} end`,
      rows: sql`(select jsonb_agg(part || jsonb_build_object('rows', coalesce((
          select jsonb_agg(${replacedRow(userId, word)} order by n)
          from jsonb_array_elements(part -> 'rows') with ordinality as of_part (r, n)), '[]')) order by place)
        from jsonb_array_elements(${rows}) with ordinality as parts (part, place))`,
    })
    .where(isTheirs)
  return rowCount ?? 0
}

/**
 * Replaces the texts that this person wrote: descriptions, comments and lines of chat, also in Deleted.
 * @param word stands in the place of each
 * @returns how many texts and deleted things
 */
export async function replaceOwnTexts(unit: Work, userId: string, word: string): Promise<number> {
  const written = await replaceWrittenBy(unit, userId, word)
  const { rowCount } = await unit.tx
    .update(chatMessages)
    .set({ message: word })
    .where(
      and(eq(chatMessages.senderId, userId), ne(chatMessages.message, word), ne(chatMessages.message, '')),
    )
  return written + (rowCount ?? 0) + (await replaceInDeleted(unit, userId, word))
}
