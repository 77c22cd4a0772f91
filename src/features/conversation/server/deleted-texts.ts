import { sql } from 'drizzle-orm'
import { rewriteDeleted } from '#features/trash/server/service.ts'
import { searchable } from '#platform/contract/searchable.ts'
import type { Work } from '#platform/server/work.ts'
import { deletedThings } from '#tables/deleted-things.ts'
import { events } from '#tables/events.ts'
import { ticketCreated } from '#features/tickets/server/events.ts'

/** Builds a deleted row with its text replaced. */
function replacedRow(userId: string, word: string) {
  const text = searchable(word)
  const becomes = (row: object) => sql`${JSON.stringify(row)}::jsonb`
  // The text by which a ticket is found has lines: number, subject, description, typed names.
  const found = sql`concat_ws(e'\n', split_part(r ->> 'search_text', e'\n', 1), split_part(r ->> 'search_text', e'\n', 2), ${text}::text,
    nullif(r ->> 'customer_search', ''), nullif(r ->> 'product_search', ''), nullif(r ->> 'project_search', ''))`
  const author = sql`coalesce((select ${events.actorId}::text from ${events}
    where ${events.ticketId} = (r ->> 'id')::uuid and ${events.type} = ${ticketCreated.type} limit 1), r ->> 'created_by_id')`
  return sql`case
    when part ->> 'table' = 'tickets' and ${author} = ${userId}
      then r || ${becomes({ description: word })} || jsonb_build_object('search_text', ${found})
    when part ->> 'table' = 'comments' and r ->> 'user_id' = ${userId}
      then r || ${becomes({ content: word, search_text: text, former_content: null })}
    else r end`
}

/** Replaces a person's descriptions and comments in deleted things. @returns how many of these */
export function replaceInDeleted(unit: Work, userId: string, word: string): Promise<number> {
  const { id, kind, name, rows, searchText } = deletedThings
  const isTheirs = sql`${kind} in ('ticket', 'comment') and (${rows}::text like ${`%${userId}%`}
    or ${id} in (select ${events.ticketId} from ${events}
      where ${events.actorId} = ${userId} and ${events.type} = ${ticketCreated.type}))`
  // A deleted comment is named by the number of its ticket and its beginning.
  const isNamed = sql`${kind} = 'comment' and ${rows} #>> '{0,rows,0,user_id}' = ${userId}`
  const called = sql`split_part(${name}, ' ', 1) || ' ' || ${word}::text`
  const found = sql`lower(split_part(${name}, ' ', 1)) || ' ' || ${searchable(word)}::text`
  return rewriteDeleted(unit, isTheirs, {
    row: replacedRow(userId, word),
    name: sql`case when ${isNamed} then ${called} else ${name} end`,
    searchText: sql`case when ${isNamed} then ${found} else ${searchText} end`,
  })
}
