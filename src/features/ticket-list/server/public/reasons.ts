import { setImmediate } from 'node:timers/promises'
import { inArray, sql } from 'drizzle-orm'
import { readSearch } from '#features/tickets/list/search/contract.ts'
import { foundIn, type FoundIn, type Reason } from '#features/ticket-search/contract.ts'
import { canChat, canSeeInternal } from '#features/tickets/policy.ts'
import { selectNamedTickets, type NamedRow } from '#features/tickets/server/public/ticket-rows.ts'
import type { Viewer } from '#features/users/contract.ts'
import { containing, searchable, searchPieces } from '#platform/contract/searchable.ts'
import type { Database } from '#platform/server/database/query-builder.ts'
import { attachments } from '#tables/attachments.ts'
import { chatMessages } from '#tables/chat-messages.ts'
import { comments } from '#tables/comments.ts'
import { tickets } from '#tables/tickets.ts'
import { excerpt, pieceWith } from '#features/ticket-search/server/public/mark.ts'

/** @returns the folded words and phrases of a search */
export function wordsOf(search: string): string[] {
  const { words } = readSearch(search)
  return searchPieces(words).filter((piece) => piece !== '')
}

type Said = {
  description: string
  comment: { content: string; isInternal: boolean } | null
  chat: string | null
  file: { name: string; isInternal: boolean } | null
}

/** A ticket, with the searched words that number and subject lack. */
interface Lacking {
  ticket: NamedRow
  wanted: readonly string[]
}

/** Reads of each ticket the newest readable text of each kind with the most of the wanted words. */
async function readSaid(
  db: Database,
  viewer: Viewer,
  lacking: readonly Lacking[],
): Promise<Map<string, Said>> {
  const given = lacking.map(({ ticket, wanted }) => ({
    id: ticket.id,
    patterns: wanted.map((word) => containing(word)),
    chat: canChat(viewer, ticket),
  }))
  const best = (column: string, table: string) =>
    sql.raw(`${column} like any(w.patterns)
      order by (select count(*) from unnest(w.patterns) as p where ${column} like p) desc, ${table}.created_at desc limit 1`)
  const isPublic = canSeeInternal(viewer) ? sql`` : sql`and c.is_internal is not true`
  const said = sql`from ${comments} as c where c.ticket_id = w.id ${isPublic} and ${best('c.search_text', 'c')}`
  const { rows } = await db.execute<Said & { id: string }>(sql`
    with w as (select id, chat, array(select jsonb_array_elements_text(patterns)) as patterns
      from jsonb_to_recordset(${JSON.stringify(given)}::jsonb) as given (id uuid, chat boolean, patterns jsonb))
    select w.id, t.description,
      (select jsonb_build_object('content', c.content, 'isInternal', c.is_internal) ${said}) as comment,
      (select m.message from ${chatMessages} as m
        where w.chat and m.ticket_id = w.id and ${best('m.search_text', 'm')}) as chat,
      (select jsonb_build_object('name', a.file_name, 'isInternal', c.is_internal is true) from ${attachments} as a
        left join ${comments} as c on c.id = a.comment_id where a.ticket_id = w.id ${isPublic}
          and (w.chat or a.chat_message_id is null) and ${best('a.name_search', 'a')}) as file
    from w join ${tickets} as t on t.id = w.id`)
  return new Map(rows.map((row) => [row.id, row]))
}

const partsOf = (ticket: NamedRow, said: Said): Record<FoundIn, string | undefined | null> => ({
  description: said.description,
  comment: said.comment?.content,
  chat: said.chat,
  file: said.file?.name,
  client: ticket.clientName,
  customer: ticket.customerName,
  product: ticket.productName,
  project: ticket.projectName,
  person: [
    `${ticket.creatorFirstName} ${ticket.creatorLastName}`,
    ticket.assigneeFirstName && `${ticket.assigneeFirstName} ${ticket.assigneeLastName}`,
  ]
    .filter(Boolean)
    .join(', '),
})

function reasonOf({ ticket, wanted }: Lacking, said: Said, words: readonly string[]): Reason | undefined {
  const parts = partsOf(ticket, said)
  for (const place of foundIn) {
    const piece = pieceWith(parts[place] ?? '', wanted)
    if (!piece) continue
    const isInternal = (place === 'comment' || place === 'file') && said[place]?.isInternal === true
    return { in: place, isInternal, part: excerpt(piece, words) }
  }
  return undefined
}

/**
 * Finds where else the words stand, of tickets whose number and subject do not have them all.
 * @param words folded by `searchable` @returns reasons by ticket id
 */
export async function findReasons(
  db: Database,
  viewer: Viewer,
  found: readonly NamedRow[],
  words: readonly string[],
): Promise<Map<string, Reason>> {
  const lacking = found.flatMap((ticket): Lacking[] => {
    const heading = `${searchable(ticket.ticketNumber)}\n${searchable(ticket.subject)}`
    const wanted = words.filter((word) => !heading.includes(word))
    return wanted.length > 0 ? [{ ticket, wanted }] : []
  })
  if (lacking.length === 0) return new Map()
  const said = await readSaid(db, viewer, lacking)
  const reasons = new Map<string, Reason>()
  for (const one of lacking) {
    // Yield between long texts.
    await setImmediate()
    const texts = said.get(one.ticket.id)
    const reason = texts && reasonOf(one, texts, words)
    if (reason) reasons.set(one.ticket.id, reason)
  }
  return reasons
}

/** @param ids of visible tickets on a page of the list @returns reasons by ticket id; undefined for a search without words */
export async function findReasonsOf(
  db: Database,
  viewer: Viewer,
  ids: readonly string[],
  search: string | undefined,
): Promise<Record<string, Reason> | undefined> {
  const words = search === undefined ? [] : wordsOf(search)
  if (words.length === 0 || ids.length === 0) return undefined
  const rows = await selectNamedTickets(db).where(inArray(tickets.id, [...ids]))
  return Object.fromEntries(await findReasons(db, viewer, rows, words))
}
