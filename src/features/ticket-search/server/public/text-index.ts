import { eq, inArray, sql } from 'drizzle-orm'
import { preparedSql, type Database, type Tx } from '#platform/server/database/query-builder.ts'
import type { DoWork, Work } from '#platform/server/work.ts'
import { attachments } from '#tables/attachments.ts'
import { chatMessages } from '#tables/chat-messages.ts'
import { comments } from '#tables/comments.ts'
import { gatheredKiB, searchTexts } from '#tables/search-texts.ts'
import { tickets } from '#tables/tickets.ts'
import { words } from '#tables/words.ts'
import { findPeriods } from './bounded-search.ts'
import { keyBits, periodOf, wordKey, wordsIn } from '../reading.ts'

export interface SearchedText {
  ticket: { id: string; createdAt: Date }
  /** Id of the comment, chat message or file, or of the ticket for its own text. */
  id: string
  isInternal: boolean
  /** A chat message, or a file of one. */
  isChat?: boolean
  /** Folded by `searchable`. */
  text: string
}

/** Adds the period to word keys. */
const keysSql = (period: string, given: string) =>
  `array(select (${period}::bigint << ${keyBits}) | key from unnest(${given}::bigint[]) as key)`

/** Known words are neither changed nor locked, so that writers do not wait. Only new ones need pairs. */
const noteSql = (given: string) => `
  insert into words (word, pairs)
  select word, array(select distinct substr(word, at, 2) from generate_series(1, length(word) - 1) as at)
  from unnest(${given}::text[]) as word
  where not exists (select from words as known where known.word = word.word)
  order by word
  on conflict do nothing`

const insertSql = `with noted as (${noteSql('$1')})
  insert into search_texts (ticket_id, text_id, is_internal, is_chat, created_at, keys)
  values ($2, $3, $4, $5, $6, ${keysSql('$7', '$8')})`
const insertText = preparedSql('index_text', insertSql)
const replaceText = preparedSql(
  'index_changed_text',
  `${insertSql} on conflict (ticket_id, text_id) do update set keys = excluded.keys`,
)

const valuesOf = ({ ticket, id, isInternal, isChat = false, text }: SearchedText) => {
  const used = wordsIn(text)
  return [
    used,
    ticket.id,
    id,
    isInternal,
    isChat,
    ticket.createdAt.toISOString(),
    periodOf(ticket.createdAt),
    used.map(wordKey),
  ]
}

/** Lock order: last, before the log head only, as writers of one new word wait for each other. */
export const indexText = ({ tx }: Work, text: SearchedText): Promise<unknown> =>
  insertText(tx, valuesOf(text))

export const indexChangedText = ({ tx }: Work, text: SearchedText): Promise<unknown> =>
  replaceText(tx, valuesOf(text))

const noteMany = preparedSql('note_words', noteSql('$1'))
const indexMany = preparedSql(
  'index_texts',
  `update search_texts as s set keys = ${keysSql('given.period', 'given.keys')}
  from unnest($1::uuid[], $2::uuid[], $3::int[], $4::text[]) as given (ticket_id, text_id, period, keys)
  where s.ticket_id = given.ticket_id and s.text_id = given.text_id`,
)

interface IndexedText {
  ticketId: string
  textId: string
  createdAt: Date
  /** Folded by `searchable`. */
  text: string
}

/** Reindexes changed texts; lock order as `indexText`. */
export async function indexChangedTexts(
  { tx }: Pick<Work, 'tx'>,
  texts: readonly IndexedText[],
): Promise<void> {
  const read = texts.map((text) => ({ ...text, used: wordsIn(text.text) }))
  await noteMany(tx, [[...new Set(read.flatMap(({ used }) => used))].toSorted()])
  await indexMany(tx, [
    read.map(({ ticketId }) => ticketId),
    read.map(({ textId }) => textId),
    read.map(({ createdAt }) => periodOf(createdAt)),
    read.map(({ used }) => `{${used.map(wordKey).join()}}`),
  ])
}

interface IndexRow {
  ticket_id: string
  text_id: string
}

const storedTexts = preparedSql<IndexRow & { created_at: Date; text: string }>(
  'stored_texts',
  `select s.ticket_id, s.text_id, s.created_at,
    coalesce(c.search_text, m.search_text, a.name_search, t.search_text) as text
  from unnest($1::uuid[], $2::uuid[]) as given (ticket_id, text_id)
  join search_texts as s using (ticket_id, text_id)
  join tickets as t on t.id = s.ticket_id
  left join comments as c on c.id = s.text_id
  left join chat_messages as m on m.id = s.text_id
  left join attachments as a on a.id = s.text_id`,
)

/** Stores the texts of these tickets, comments, messages and files as this version folds them. */
export type Fold = (tx: Tx, ids: readonly string[]) => Promise<void>

async function indexStored(tx: Tx, rows: readonly IndexRow[], fold?: Fold): Promise<void> {
  await fold?.(
    tx,
    rows.map((row) => row.text_id),
  )
  const stored = await storedTexts(tx, [rows.map((row) => row.ticket_id), rows.map((row) => row.text_id)])
  await indexChangedTexts(
    { tx },
    stored.rows.map((row) => ({
      ticketId: row.ticket_id,
      textId: row.text_id,
      createdAt: row.created_at,
      text: row.text,
    })),
  )
}

const addMissing = preparedSql<IndexRow>(
  'add_missing_texts',
  `insert into search_texts (ticket_id, text_id, is_internal, is_chat, created_at)
  select id, id, false, false, created_at from tickets where id = $1
  union all select t.id, c.id, c.is_internal, false, t.created_at
  from comments as c join tickets as t on t.id = c.ticket_id where t.id = $1
  union all select t.id, m.id, false, true, t.created_at
  from chat_messages as m join tickets as t on t.id = m.ticket_id where t.id = $1
  union all select t.id, a.id, coalesce(c.is_internal, false), a.chat_message_id is not null, t.created_at
  from attachments as a join tickets as t on t.id = a.ticket_id left join comments as c on c.id = a.comment_id
  where t.id = $1
  on conflict do nothing returning ticket_id, text_id`,
)

/**
 * Indexes missing texts of a ticket and its parts; lock order as `indexText`.
 * @param fold for texts that an earlier version may have stored
 */
export async function indexMissing({ tx }: Work, ticketId: string, fold?: Fold): Promise<void> {
  const { rows } = await addMissing(tx, [ticketId])
  await indexStored(tx, rows, fold)
}

/** Reindexes a ticket with a new creation time, which is part of its keys; lock order as `indexText`. */
export async function indexAnew(unit: Work, ticketId: string): Promise<void> {
  await unit.tx.delete(searchTexts).where(eq(searchTexts.ticketId, ticketId))
  await indexMissing(unit, ticketId)
}

const textsAtOnce = 500
/** Pending keys of the index while nothing is searched. */
const mostGatheredKiB = 4096

const listPending = preparedSql<IndexRow>(
  'pending_texts',
  `select ticket_id, text_id from search_texts where keys is null limit ${textsAtOnce} for no key update skip locked`,
)

async function isGatheringLittle(db: Database): Promise<boolean> {
  const { rows } = await db.execute(sql`select 1 from pg_class
    where oid = 'search_texts_keys'::regclass and ${`gin_pending_list_limit=${gatheredKiB}`} = any(reloptions)`)
  return rows.length > 0
}

/**
 * Indexes texts of earlier versions, after the migrations and before calls are accepted; resumable.
 * @returns their number
 */
export async function indexPending(db: Database, fold: Fold): Promise<number> {
  const indexSome = () =>
    db.transaction(async (tx) => {
      const { rows } = await listPending(tx, [])
      await indexStored(tx, rows, fold)
      return rows.length
    })
  const gather = (kiB: number) =>
    db.execute(sql`alter index search_texts_keys set (gin_pending_list_limit = ${sql.raw(String(kiB))})`)
  let indexed = await indexSome()
  if (indexed === 0) {
    // A killed start may have left the raised limit.
    if (!(await isGatheringLittle(db))) await gather(gatheredKiB)
    return 0
  }
  await gather(mostGatheredKiB)
  for (let some = indexed; some > 0; indexed += some) some = await indexSome()
  await gather(gatheredKiB)
  await db.execute(sql`select gin_clean_pending_list('search_texts_keys')`)
  return indexed
}

/** Marks the words of a ticket and its parts before deletion. Call `forgetUnusedWords` afterwards. */
export async function markWordsOfTicketForCheck(unit: Work, ticketId: string): Promise<void> {
  const texts = await unit.tx
    .select({ text: tickets.searchText })
    .from(tickets)
    .where(eq(tickets.id, ticketId))
    .unionAll(
      unit.tx.select({ text: comments.searchText }).from(comments).where(eq(comments.ticketId, ticketId)),
    )
    .unionAll(
      unit.tx
        .select({ text: chatMessages.searchText })
        .from(chatMessages)
        .where(eq(chatMessages.ticketId, ticketId)),
    )
    .unionAll(
      unit.tx
        .select({ text: attachments.nameSearch })
        .from(attachments)
        .where(eq(attachments.ticketId, ticketId)),
    )
  await markWordsForCheck(
    unit,
    texts.map(({ text }) => text),
  )
}

/** Removes texts of comments or files that are deleted, and marks their words. */
export async function dropTexts(
  unit: Work,
  texts: readonly { id: string; searchText: string }[],
): Promise<void> {
  if (texts.length === 0) return
  await unit.tx.delete(searchTexts).where(
    inArray(
      searchTexts.textId,
      texts.map(({ id }) => id),
    ),
  )
  await markWordsForCheck(
    unit,
    texts.map(({ searchText }) => searchText),
  )
}

/** Letters processed without yielding. */
const lettersAtOnce = 100_000

function* batchesOf(texts: readonly string[]): Generator<string[]> {
  let [batch, letters]: [string[], number] = [[], 0]
  for (const text of texts) {
    if (letters + text.length > lettersAtOnce && batch.length > 0) {
      yield batch
      ;[batch, letters] = [[], 0]
    }
    batch.push(text)
    letters += text.length
  }
  if (batch.length > 0) yield batch
}

/** Marks words of texts before deletion, folded by `searchable`. */
export async function markWordsForCheck(unit: Work, texts: readonly string[]): Promise<void> {
  for (const batch of batchesOf(texts)) {
    const used = [...new Set(batch.flatMap((text) => wordsIn(text)))].toSorted()
    const held = sql`select word from ${words} where word = any(${sql.param(used)}::text[]) order by word for no key update`
    await unit.tx.execute(sql`update ${words} set is_doubtful = true where word in (${held})`)
  }
}

const atOnce = 100
const mostRounds = 20

const listUsed = preparedSql<{ word: string }>(
  'used_words',
  `select word from unnest($1::text[], $2::bigint[]) as given (word, key)
  where exists (select from search_texts as s where s.keys && array(
    select (period::bigint << ${keyBits}) | given.key from generate_series($3::int, $4::int) as period))`,
)

export async function forgetUnusedWords(work: DoWork): Promise<void> {
  const forgetSome = () =>
    work(async ({ tx }) => {
      const [anyDoubtful] = await tx.select().from(words).where(eq(words.isDoubtful, true)).limit(1)
      if (!anyDoubtful) return 0
      // Waits for writers that found a word known, and blocks others until it is deleted.
      await tx.execute(sql`lock table ${searchTexts} in share mode`)
      const doubtful = await tx
        .select({ word: words.word })
        .from(words)
        .where(eq(words.isDoubtful, true))
        .orderBy(words.word)
        .limit(atOnce)
        .for('no key update', { skipLocked: true })
      const all = doubtful.map(({ word }) => word)
      const { periods } = await findPeriods(tx)
      const { rows } = await listUsed(tx, [all, all.map(wordKey), periods.oldest, periods.newest])
      const used = rows.map(({ word }) => word)
      await tx.delete(words).where(
        inArray(
          words.word,
          all.filter((word) => !used.includes(word)),
        ),
      )
      await tx.update(words).set({ isDoubtful: false }).where(inArray(words.word, used))
      return all.length
    })
  for (let round = 0; round < mostRounds; round++) if ((await forgetSome()) < atOnce) return
}
