import { sql, type SQL, type SQLWrapper } from 'drizzle-orm'
import { pipelined, type Database, type Reader } from '#platform/server/database/query-builder.ts'
import { containing, escapeLike } from '#platform/contract/searchable.ts'
import { positionSeen } from '#features/event-log/server/queries.ts'
import { onlyRow } from '#platform/server/database/database.ts'
import { attachments } from '#tables/attachments.ts'
import { chatMessages } from '#tables/chat-messages.ts'
import { clients } from '#tables/clients.ts'
import { comments } from '#tables/comments.ts'
import { searchTexts } from '#tables/search-texts.ts'
import { tickets } from '#tables/tickets.ts'
import { users } from '#tables/users.ts'
import { words } from '#tables/words.ts'
import {
  inEveryNumber,
  keyBits,
  periodOf,
  periodSeconds,
  readPiece,
  wordKey,
  type SearchedWord,
} from '../reading.ts'

/** Most hits; the newest are kept. */
export const mostFound = 10_000
/** Most tickets whose texts are read where the index is not exact; newest first. */
const mostRead = 20_000
/** A part with more matching words does not narrow the search. */
const mostAlike = 2000
/** A piece that more people or companies have in their names is not looked for in names. */
const mostNamed = 1000
/** A piece with fewer texts leads the search; the others are looked up in its tickets. */
const mostRare = 2000

/** One word or phrase, which stands in a text of the ticket or in the name of its people or company. */
export interface SearchTerm {
  /** Folded by `searchable`. */
  piece: string
  /** Word keys of each narrowing part, without the period; one text has a key of each. */
  keys: readonly (readonly number[])[]
  /** The keys alone are exact, so no text is read. */
  isSure: boolean
  clientIds: readonly string[]
  /** People who requested the ticket or work on it. */
  personIds: readonly string[]
}

export interface PreparedSearch {
  /** Position up to which an answer is complete. */
  position: number
  /** A ticket is found by all of them. */
  terms: readonly SearchTerm[]
  /** Terms that select the candidates; none: the newest tickets are read. */
  leading: readonly SearchTerm[]
  /** Person who may read the chat of their own tickets only. */
  chatOf: string | undefined
  periods: { newest: number; oldest: number }
}

/** Staff's search. */
export interface WantedSearch {
  /** See `searchPieces`. */
  pieces: readonly string[]
  /** Person who may read the chat of their own tickets only; undefined: of all tickets. */
  chatOf: string | undefined
}

/** First line of the text that people are searched by. */
export const nameOfPerson = sql`split_part(search_text, e'\\n', 1)`

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

const unlessTooMany = (found: readonly { id: string }[]) =>
  found.length > mostNamed ? [] : found.map(({ id }) => id)

async function prepareTerm(reader: Reader, typed: string): Promise<SearchTerm> {
  const { piece, parts, isSure } = readPiece(typed)
  const pattern = containing(piece)
  const [companies, people, alike] = await pipelined([
    reader
      .select({ id: clients.id })
      .from(clients)
      .where(sql`${clients.nameSearch} like ${pattern}`)
      .limit(mostNamed + 1)
      .execute(),
    reader
      .select({ id: users.id })
      .from(users)
      // The whole text has an index.
      .where(sql`${users.searchText} like ${pattern} and ${nameOfPerson} like ${pattern}`)
      .limit(mostNamed + 1)
      .execute(),
    pipelined(parts.map((part) => listWords(reader, part))),
  ])
  return {
    piece,
    keys: alike.flatMap((some) => (some ? [some.map(wordKey)] : [])),
    isSure: isSure && alike.every((some) => some !== undefined),
    clientIds: unlessTooMany(companies),
    personIds: unlessTooMany(people),
  }
}

/** A part in nearly every text narrows nothing. */
const isNarrowing = ({ keys }: SearchTerm) => keys.length > 0

/** Chooses the rarest term where one is rare, else all that narrow. */
async function findLeading(reader: Reader, search: Omit<PreparedSearch, 'leading'>): Promise<SearchTerm[]> {
  const narrowing = search.terms.filter(isNarrowing)
  if (narrowing.length < 2) return narrowing
  const most = number(mostRare)
  const counts = narrowing.map(
    (term) => sql`(select count(*)::int from (select from ${newestFirst(search.periods)}
      cross join lateral (select from (${rowsOf(term, search)}) as x limit ${most}) as l limit ${most}) as few)`,
  )
  const [row] = await reader
    .select({ counts: sql<number[]>`array[${sql.join(counts, sql`, `)}]` })
    .from(sql`(select) as one`)
  const uses = row?.counts ?? []
  const least = Math.min(...uses)
  return least < mostRare ? narrowing.filter((_, place) => place === uses.indexOf(least)) : narrowing
}

export const prepareSearch = (db: Database, { pieces, chatOf }: WantedSearch): Promise<PreparedSearch> =>
  db.onOneConnection(async (reader) => {
    const [times, terms] = await pipelined([
      findPeriods(reader),
      pipelined(pieces.map((piece) => prepareTerm(reader, piece))),
    ])
    const search = { ...times, terms, chatOf }
    return { ...search, leading: await findLeading(reader, search) }
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

/** @param period expression of the text's period */
export const withWords = (keys: SearchTerm['keys'], period = sql`period`) =>
  sql.join(
    keys.map(
      (some) => sql`s.keys && array(select (${period}::bigint << ${number(keyBits)}) | key
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

/** The SQL twin of `canChat`, for staff outside the desk. */
const isReadable = (chatOf: string | undefined) =>
  chatOf === undefined
    ? sql``
    : sql`and (not s.is_chat or (select ${chatOf}::uuid in (t.created_by_id, t.assigned_to_id)
        from ${tickets} as t where t.id = s.ticket_id))`

const ownersOf = ({ clientIds, personIds }: Pick<SearchTerm, 'clientIds' | 'personIds'>) => [
  ...(clientIds.length > 0 ? [sql`t.client_id = any(${sql.param(clientIds)}::uuid[])`] : []),
  ...(personIds.length > 0
    ? [
        sql`t.created_by_id = any(${sql.param(personIds)}::uuid[])`,
        sql`t.assigned_to_id = any(${sql.param(personIds)}::uuid[])`,
      ]
    : []),
]

/** Selects the tickets of one period that have a term, by the index alone. */
const rowsOf = (term: SearchTerm, { chatOf }: Pick<PreparedSearch, 'chatOf'>) =>
  sql.join(
    [
      sql`select s.ticket_id, s.created_at from ${searchTexts} as s where ${withWords(term.keys)} ${isReadable(chatOf)}`,
      ...ownersOf(term).map(
        (isTheirs) =>
          sql`select t.id, t.created_at from ${tickets} as t where ${isTheirs} and ${isIn(sql`t.created_at`)}`,
      ),
    ],
    sql` union all `,
  )

/** Selects the newest candidates, period by period until there are enough. */
function lookedByWords(search: PreparedSearch, conditions: SQL | undefined, most: number): SQL {
  // Restricts candidates to the period's tickets, which an index reads in order.
  const narrowed =
    conditions &&
    sql`join ${tickets} on ${tickets.id} = x.ticket_id where ${conditions} and ${isIn(tickets.createdAt)}`
  const rows = sql.join(
    search.leading.map((term) => sql`select ticket_id, created_at from (${rowsOf(term, search)}) as one`),
    sql` intersect `,
  )
  return sql`
    select l.*, period from ${newestFirst(search.periods)}
    cross join lateral (
      select distinct x.ticket_id, x.created_at from (${rows}) as x ${narrowed}
      order by x.created_at desc, x.ticket_id desc limit ${number(most + 1)}
    ) as l limit ${number(most + 1)}`
}

/** Selects the newest tickets when the index does not help. */
const lookedByAge = (conditions: SQL | undefined) => sql`
  select ${tickets.id} as ticket_id, ${tickets.createdAt} as created_at,
    greatest(0, floor(extract(epoch from ${tickets.createdAt}) / ${number(periodSeconds)}))::int as period
  from ${tickets} ${conditions && sql`where ${conditions}`}
  order by ${tickets.createdAt} desc, ${tickets.id} desc limit ${number(mostRead + 1)}`

/** Whether the text of an index row `s` contains a piece. */
export function isInText(piece: string): SQL {
  const pattern = containing(piece)
  return sql`case when s.text_id = s.ticket_id
    then (select t.search_text like ${pattern} from ${tickets} as t where t.id = s.ticket_id)
    else coalesce((select c.search_text like ${pattern} from ${comments} as c where c.id = s.text_id),
      (select m.search_text like ${pattern} from ${chatMessages} as m where m.id = s.text_id),
      (select a.name_search like ${pattern} from ${attachments} as a where a.id = s.text_id)) end`
}

/** Whether the candidate `l` has a term. */
function hasTerm(term: SearchTerm, { chatOf }: PreparedSearch): SQL {
  const { piece, keys, isSure } = term
  const owners = ownersOf(term)
  const byOwner =
    owners.length > 0
      ? sql`(select ${sql.join(owners, sql` or `)} from ${tickets} as t where t.id = l.ticket_id) or`
      : sql``
  const byWords = keys.length > 0 ? sql`and ${withWords(keys, sql`l.period`)}` : sql``
  // Avoids `exists`, for which PostgreSQL prefers a scan of all texts.
  return sql`(${byOwner} coalesce((select true from ${searchTexts} as s where s.ticket_id = l.ticket_id
    ${byWords} ${isReadable(chatOf)} ${isSure ? sql`` : sql`and ${isInText(piece)}`} limit 1), false))`
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
  const { terms, leading } = search
  const unproved = terms.filter((term) => !term.isSure || !leading.includes(term))
  const isSure = unproved.length === 0
  const looked =
    leading.length > 0 ? lookedByWords(search, conditions, isSure ? most : mostRead) : lookedByAge(conditions)
  const hasAll = sql.join(
    unproved.map((term) => hasTerm(term, search)),
    sql` and `,
  )
  const tables = isSure
    ? sql`found as materialized (${looked})`
    : sql`looked as materialized (${looked}),
    found as materialized (
      select l.ticket_id, l.created_at from looked as l where ${hasAll}
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

export interface WordUses {
  word: string
  /** Texts with it. */
  uses: number
  /** Subjects with it, among those. */
  subjects: number
}

/** The subject is the second line of a ticket's text. */
export const subjectOf = (text: SQL) => sql`split_part(${text}, e'\\n', 2)`

/**
 * Counts whole and partial matches, without chat; unused words are absent.
 * @param wanted folded by `searchable` @param most texts counted of each
 */
export async function countTexts(
  reader: Reader,
  wanted: readonly string[],
  most: number,
): Promise<WordUses[]> {
  const opens = { left: true, right: true }
  const [{ periods }, alike] = await pipelined([
    findPeriods(reader),
    pipelined(wanted.map((letters) => listWords(reader, { letters, opens }))),
  ])
  const given = wanted.map((_, place) => `{${(alike[place] ?? []).map(wordKey).join()}}`)
  const patterns = wanted.map((word) => containing(word))
  const texts = sql`select l.* from ${newestFirst(periods)} cross join lateral (
      select s.ticket_id, s.text_id from ${searchTexts} as s where not s.is_chat and s.keys && array(
        select (period::bigint << ${number(keyBits)}) | key from unnest(w.keys::bigint[]) as key)
      limit ${number(most)}
    ) as l limit ${number(most)}`
  const inSubject = sql`few.text_id = few.ticket_id and (select ${subjectOf(sql`t.search_text`)} like w.pattern
    from ${tickets} as t where t.id = few.ticket_id)`
  const rows = await reader
    .select({
      word: sql<string>`w.word`,
      uses: sql<number>`counted.uses`,
      subjects: sql<number>`counted.subjects`,
    })
    .from(
      sql`unnest(${sql.param(wanted)}::text[], ${sql.param(given)}::text[], ${sql.param(patterns)}::text[]) as w (word, keys, pattern)
      cross join lateral (select count(*)::int as uses, count(*) filter (where ${inSubject})::int as subjects
        from (${texts}) as few) as counted`,
    )
  // A part with very many matching words occurs often enough.
  return rows.map((row, place) => (alike[place] ? row : { ...row, uses: most }))
}
