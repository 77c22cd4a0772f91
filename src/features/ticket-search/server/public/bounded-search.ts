import { sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import { pipelined, type Database, type Reader } from '#platform/server/database/query-builder.ts'
import { containing, escapeLike } from '#platform/contract/searchable.ts'
import { positionSeen } from '#features/event-log/server/queries.ts'
import { onlyRow } from '#platform/server/database/database.ts'
import { clients } from '#tables/clients.ts'
import { comments } from '#tables/comments.ts'
import { searchTexts } from '#tables/search-texts.ts'
import { tickets } from '#tables/tickets.ts'
import { words } from '#tables/words.ts'
import {
  inEveryNumber,
  keyBits,
  periodOf,
  periodSeconds,
  readSearch,
  wordKey,
  type SearchedWord,
  type TypedSearch,
} from '../reading.ts'

/** Most hits; the newest are kept. */
export const mostFound = 10_000
/** Most texts read one by one when the index is not exact; newest first. */
const mostRead = 20_000
/** A part with more matching words does not narrow the search. */
const mostAlike = 2000

export interface PreparedSearch {
  /** Position up to which an answer is complete. */
  position: number
  typed: TypedSearch
  /** Word keys of each narrowing part, without the period. */
  keys: readonly (readonly number[])[]
  /** The index alone is exact, so no text is read. */
  isSure: boolean
  clientIds: readonly string[]
  periods: { newest: number; oldest: number }
}

/** @param pieces folded by `searchable`; the column contains each of them */
export const containsAll = (column: SQL, pieces: readonly string[]) =>
  sql.join(
    pieces.map((piece) => sql`${column} like ${containing(piece)}`),
    sql` and `,
  )

/** Lists the words that match a part; undefined when too many, or without an index. */
async function listWords(reader: Reader, { letters, opens }: SearchedWord): Promise<string[] | undefined> {
  if (letters === inEveryNumber) return undefined
  if (!opens.left && !opens.right) return [letters]
  if (inEveryNumber.includes(letters)) return undefined
  const length = Array.from(letters).length
  if (length === 1) return undefined
  const pattern = `${opens.left ? '%' : ''}${escapeLike(letters)}${opens.right ? '%' : ''}`
  const found = await reader
    .select({ word: words.word })
    .from(words)
    .where(
      sql`${words.word} like ${pattern} ${length === 2 ? sql`and ${words.pairs} @> array[${letters}]::text[]` : sql``}`,
    )
    .limit(mostAlike + 1)
  return found.length > mostAlike ? undefined : found.map(({ word }) => word)
}

/** @param pieces see `readSearch` */
export const prepareSearch = (db: Database, pieces: readonly string[]): Promise<PreparedSearch> =>
  db.onOneConnection(async (reader) => {
    const typed = readSearch(pieces)
    const [times, owners, alike] = await pipelined([
      findPeriods(reader),
      reader
        .select({ id: clients.id })
        .from(clients)
        .where(containsAll(sql`${clients.nameSearch}`, typed.pieces))
        .execute(),
      pipelined(typed.parts.map((part) => listWords(reader, part))),
    ])
    return {
      ...times,
      typed,
      keys: alike.flatMap((some) => (some ? [some.map(wordKey)] : [])),
      isSure: typed.unsure.length === 0 && alike.every((some) => some !== undefined),
      clientIds: owners.map(({ id }) => id),
    }
  })

/** Finds the range of periods with its log position. */
export async function findPeriods(reader: Reader) {
  const rows = await reader
    .select({
      position: positionSeen,
      newest: sql<Date | null>`max(${tickets.createdAt})`.mapWith(tickets.createdAt),
      oldest: sql<Date | null>`min(${tickets.createdAt})`.mapWith(tickets.createdAt),
    })
    .from(tickets)
  const { position, newest, oldest } = onlyRow(rows)
  const periodOfAny = (moment: Date | null) => periodOf(moment ?? new Date(0))
  return { position, periods: { newest: periodOfAny(newest), oldest: periodOfAny(oldest) } }
}

const number = (value: number) => sql.raw(String(value))

export const withWords = (keys: PreparedSearch['keys']) =>
  sql.join(
    keys.map(
      (some) => sql`s.keys && array(select (period::bigint << ${number(keyBits)}) | key
        from unnest(${sql.param(some)}::bigint[]) as key)`,
    ),
    sql` and `,
  )

export const newestFirst = ({ newest, oldest }: PreparedSearch['periods']) =>
  sql`generate_series(${number(newest)}, ${number(oldest)}, -1) as period`

const moment = (period: SQL) =>
  sql`case when ${period} = 0 then '-infinity' else to_timestamp(${period}::bigint * ${number(periodSeconds)}) end`

const isIn = (column: SQLWrapper) =>
  sql`${column} >= ${moment(sql`period`)} and ${column} < ${moment(sql`(period + 1)`)}`

const ofClients = (clientIds: readonly string[]) => sql`
  union all
  select t.id, t.created_at, null::uuid from ${tickets} as t
  where t.client_id = any(${sql.param(clientIds)}::uuid[])
    and ${isIn(sql`t.created_at`)}`

/** Selects the newest candidate texts, period by period until there are enough. */
function lookedByWords(
  { keys, clientIds, periods, isSure }: PreparedSearch,
  conditions: SQL | undefined,
  mostWanted: number,
): SQL {
  const most = number(isSure ? mostWanted + 1 : mostRead + 1)
  const columns = isSure ? sql`distinct x.ticket_id, x.created_at` : sql`x.ticket_id, x.created_at, x.text_id`
  // Restricts texts to the period's tickets, which an index reads in order.
  const narrowed =
    conditions &&
    sql`join ${tickets} on ${tickets.id} = x.ticket_id where ${conditions} and ${isIn(tickets.createdAt)}`
  return sql`
    select l.* from ${newestFirst(periods)}
    cross join lateral (
      select ${columns} from (
        select s.ticket_id, s.created_at, s.text_id from ${searchTexts} as s where ${withWords(keys)}
        ${clientIds.length > 0 ? ofClients(clientIds) : sql``}
      ) as x ${narrowed}
      order by x.created_at desc, x.ticket_id desc limit ${most}
    ) as l limit ${most}`
}

/** Selects the newest tickets when the index does not help. */
const lookedByAge = (conditions: SQL | undefined) => sql`
  select ${tickets.id} as ticket_id, ${tickets.createdAt} as created_at from ${tickets}
  ${conditions && sql`where ${conditions}`}
  order by ${tickets.createdAt} desc, ${tickets.id} desc limit ${number(mostRead + 1)}`

export function isFound({ typed: { pieces }, clientIds, keys }: PreparedSearch): SQL {
  const has = (one: 'c' | 't') => containsAll(sql.raw(`${one}.search_text`), pieces)
  // Avoids `exists`, for which PostgreSQL prefers a scan of all texts.
  if (keys.length > 0)
    return sql`(l.text_id is null or case when l.text_id = l.ticket_id
      then (select ${has('t')} from ${tickets} as t where t.id = l.text_id)
      else (select ${has('c')} from ${comments} as c where c.id = l.text_id) end)`
  return sql`(
    (select (${has('t')}) or t.client_id = any(${sql.param(clientIds)}::uuid[])
      from ${tickets} as t where t.id = l.ticket_id)
    or (select bool_or(${has('c')}) from ${comments} as c where c.ticket_id = l.ticket_id))`
}

export interface BoundedSearch {
  /** Table expressions for `with`; `found` has `ticket_id` and `created_at`, newest first. */
  tables: SQL
  /** Number of hits, at most `mostFound`. */
  total: SQL<number>
  /** Possibly truncated. */
  isAtLeast: SQL<boolean>
  /** Condition for hits, where `tables` are in scope. */
  isKnown: SQL
  /** Self-contained condition. */
  where: SQL
}

/** @param conditions further filters on `tickets` @param most wanted tickets */
export function boundedSearch(
  search: PreparedSearch,
  conditions: SQL | undefined,
  most = mostFound,
): BoundedSearch {
  const { isSure, keys } = search
  const looked = keys.length > 0 ? lookedByWords(search, conditions, most) : lookedByAge(conditions)
  const tables = isSure
    ? sql`found as materialized (${looked})`
    : sql`looked as materialized (${looked}),
    found as materialized (
      select distinct l.ticket_id, l.created_at from looked as l where ${isFound(search)}
      order by l.created_at desc, l.ticket_id desc limit ${number(most + 1)})`
  const known = sql`select ticket_id from found limit ${number(most)}`
  const isCut = isSure ? sql`false` : sql`(select count(*) from looked) > ${number(mostRead)}`
  return {
    tables,
    total: sql<number>`(select least(count(*), ${number(most)})::int from found)`,
    isAtLeast: sql<boolean>`((select count(*) from found) > ${number(most)} or ${isCut})`,
    isKnown: sql`${tickets.id} in (${known})`,
    where: sql`${tickets.id} in (with ${tables} ${known})`,
  }
}

/** Counts whole and partial matches; unused words are absent. @param wanted folded by `searchable` */
export async function countTexts(
  reader: Reader,
  wanted: readonly string[],
  most: number,
): Promise<{ word: string; uses: number }[]> {
  const opens = { left: true, right: true }
  const [{ periods }, alike] = await pipelined([
    findPeriods(reader),
    pipelined(wanted.map((letters) => listWords(reader, { letters, opens }))),
  ])
  const given = wanted.map((_, place) => `{${(alike[place] ?? []).map(wordKey).join()}}`)
  const rows = await reader
    .select({
      word: sql<string>`w.word`,
      uses: sql<number>`(select count(*)::int from (
        select from ${newestFirst(periods)} cross join lateral (
          select from ${searchTexts} as s where s.keys && array(
            select (period::bigint << ${number(keyBits)}) | key from unnest(w.keys::bigint[]) as key)
          limit ${number(most)}
        ) as l limit ${number(most)}) as few)`,
    })
    .from(sql`unnest(${sql.param(wanted)}::text[], ${sql.param(given)}::text[]) as w (word, keys)`)
  // A part with very many matching words occurs often enough.
  return rows.map(({ word, uses }, place) => ({ word, uses: alike[place] ? uses : most }))
}
