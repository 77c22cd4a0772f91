import { sql } from 'drizzle-orm'
import { searchable } from '#platform/contract/searchable.ts'
import type { Viewer } from '#features/users/contract.ts'
import type { Database } from '#platform/server/database/query-builder.ts'
import { selectTexts, type FoundTexts, type TextSearch } from '#platform/server/personal-data.ts'
import { comments } from '#tables/comments.ts'
import { searchTexts } from '#tables/search-texts.ts'
import { tickets } from '#tables/tickets.ts'
import {
  isInText,
  newestFirst,
  prepareSearch,
  withWords,
} from '#features/ticket-search/server/public/bounded-search.ts'
import { isWrittenBy } from '#features/tickets/server/public/written-descriptions.ts'

/** Most texts read, where the index reports all words. */
const mostRead = 2000

interface TextsWith {
  /** Ids of tickets and comments, those of the newest tickets first. */
  ids: string[]
  /** Older texts were not read. */
  isCut: boolean
}

/** @param piece without white space @param besides person with excluded comments */
async function listTextsWith(db: Database, piece: string, besides: string, most: number): Promise<TextsWith> {
  const { terms, periods } = await prepareSearch(db, { pieces: [searchable(piece)], chatOf: undefined })
  const [term] = terms
  if (!term || term.keys.length === 0) return { ids: [], isCut: true }
  const { rows } = await db.execute<{ id: string | null; is_cut: boolean }>(sql`
    with looked as materialized (
      select l.* from ${newestFirst(periods)}
      cross join lateral (
        select s.ticket_id, s.text_id, s.created_at from ${searchTexts} as s
        where ${withWords(term.keys)} and not s.is_chat
          and not exists (select from ${comments} as own where own.id = s.text_id and own.user_id = ${besides})
        order by s.created_at desc, s.text_id limit ${mostRead + 1}
      ) as l limit ${mostRead + 1}),
    found as (select s.text_id, s.created_at from looked as s where ${isInText(term.piece)}
      order by s.created_at desc, s.text_id limit ${most})
    select found.text_id as id, looked.many > ${mostRead} as is_cut
    from (select count(*) as many from looked) as looked left join found on true
    order by found.created_at desc, found.text_id`)
  return { ids: rows.flatMap(({ id }) => id ?? []), isCut: rows[0]?.is_cut ?? false }
}

export async function findTexts({ db, userId, pieces, most }: TextSearch<Viewer>): Promise<FoundTexts> {
  const found = await Promise.all(pieces.map((piece) => listTextsWith(db, piece, userId, most)))
  const among = sql`any(${sql.param(found.flatMap(({ ids }) => ids))}::uuid[])`
  const {
    id,
    ticketNumber: name,
    createdAt,
    subject,
    description,
    customerName,
    productName,
    projectName,
  } = tickets
  const ofOthers = sql`case when not ${isWrittenBy(userId)} then ${description} end`
  const inTickets = selectTexts(
    'ticket',
    { id, name, createdAt, texts: [subject, ofOthers, customerName, productName, projectName] },
    sql`${tickets} where ${id} = ${among}`,
  )
  const inComments = selectTexts(
    'ticket',
    { id, name, createdAt: comments.createdAt, texts: [comments.content] },
    sql`${comments} join ${tickets} on ${id} = ${comments.ticketId} where ${comments.id} = ${among}`,
  )
  return { rows: sql`${inTickets} union all ${inComments}`, isCut: found.some(({ isCut }) => isCut) }
}
