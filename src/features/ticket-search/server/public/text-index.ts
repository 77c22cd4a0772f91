import { eq, inArray, sql } from 'drizzle-orm'
import { searchable } from '#platform/contract/searchable.ts'
import { preparedSql, type Database, type Tx } from '#platform/server/database/query-builder.ts'
import type { DoWork, Work } from '#platform/server/work.ts'
import { comments } from '#tables/comments.ts'
import { gatheredKiB, searchTexts } from '#tables/search-texts.ts'
import { tickets } from '#tables/tickets.ts'
import { words } from '#tables/words.ts'
import { foldedTexts } from '#features/tickets/server/public/ticket-writes.ts'
import { findPeriods } from './bounded-search.ts'
import { keyBits, periodOf, wordKey, wordsIn } from '../reading.ts'

/** A text that is searched. */
export interface SearchedText {
  ticket: { id: string; createdAt: Date }
  /** Of the comment; of the ticket, for its own text. */
  id: string
  isInternal: boolean
  /** Folded by `searchable`. */
  text: string
}

/** The keys of words, given without their period. */
const keysSql = (period: string, given: string) =>
  `array(select (${period}::bigint << ${keyBits}) | key from unnest(${given}::bigint[]) as key)`

/**
 * An existing word is neither changed nor locked: writers of the same words do not wait for each other. Its pairs of letters are taken
 * apart here, because only of new ones they are needed.
 */
const noteSql = (given: string) => `
  insert into words (word, pairs)
  select word, array(select distinct substr(word, at, 2) from generate_series(1, length(word) - 1) as at)
  from unnest(${given}::text[]) as word
  where not exists (select from words as known where known.word = word.word)
  order by word
  on conflict do nothing`

const insertSql = `with noted as (${noteSql('$1')})
  insert into search_texts (ticket_id, text_id, is_internal, created_at, keys)
  values ($2, $3, $4, $5, ${keysSql('$6', '$7')})`
const insertText = preparedSql('index_text', insertSql)
const replaceText = preparedSql(
  'index_changed_text',
  `${insertSql} on conflict (ticket_id, text_id) do update set keys = excluded.keys`,
)

const valuesOf = ({ ticket, id, isInternal, text }: SearchedText) => {
  const used = wordsIn(text)
  return [
    used,
    ticket.id,
    id,
    isInternal,
    ticket.createdAt.toISOString(),
    periodOf(ticket.createdAt),
    used.map(wordKey),
  ]
}

/**
 * Notes which words stand in a new text. After everything else that is held but the head of the log: two who use the same new word wait for
 * each other.
 */
export const indexText = ({ tx }: Work, text: SearchedText): Promise<unknown> =>
  insertText(tx, valuesOf(text))

/** The same for a text that has become another. */
export const indexChangedText = ({ tx }: Work, text: SearchedText): Promise<unknown> =>
  replaceText(tx, valuesOf(text))

async function isGatheringLittle(db: Database): Promise<boolean> {
  const { rows } = await db.execute(sql`select 1 from pg_class
    where oid = 'search_texts_keys'::regclass and ${`gin_pending_list_limit=${gatheredKiB}`} = any(reloptions)`)
  return rows.length > 0
}

const textsAtOnce = 500
/** Of keys that wait to be merged into the index. */
const mostGatheredKiB = 4096

/** A text whose words are to be noted. */
interface Pending {
  ticket_id: string
  text_id: string
  created_at: Date
  text: string
}

/** A text of which an earlier version may have stored what it is searched by. */
interface Unfolded extends Record<string, unknown> {
  ticket_id: string
  text_id: string
  created_at: Date
  ticket_number: string
  subject: string
  description: string
  customer_name: string | null
  product_name: string | null
  project_name: string | null
  /** The comment; null for the ticket's own text. */
  content: string | null
  stored: string
}

const unfoldedSql = `select s.ticket_id, s.text_id, s.created_at, t.ticket_number, t.subject, t.description, t.customer_name,
  t.product_name, t.project_name, c.content, coalesce(c.search_text, t.search_text) as stored`

const listPending = preparedSql<Unfolded>(
  'pending_texts',
  `${unfoldedSql}
  from (select * from search_texts where keys is null limit ${textsAtOnce} for no key update skip locked) as s
  join tickets as t on t.id = s.ticket_id left join comments as c on c.id = s.text_id`,
)
const noteMany = preparedSql('note_words', noteSql('$1'))
const indexMany = preparedSql(
  'index_texts',
  `update search_texts as s set keys = ${keysSql('given.period', 'given.keys')}
  from unnest($1::uuid[], $2::uuid[], $3::int[], $4::text[]) as given (ticket_id, text_id, period, keys)
  where s.ticket_id = given.ticket_id and s.text_id = given.text_id`,
)

const storeComments = preparedSql(
  'fold_comments',
  `update comments set search_text = given.text from unnest($1::uuid[], $2::text[]) as given (id, text)
  where comments.id = given.id`,
)
const storeTickets = preparedSql(
  'fold_tickets',
  `update tickets set search_text = given.text, customer_search = given.customer, product_search = given.product,
    project_search = given.project
  from unnest($1::uuid[], $2::text[], $3::text[], $4::text[], $5::text[]) as given (id, text, customer, product, project)
  where tickets.id = given.id`,
)

/** Folds texts again, and stores those that become others. */
async function foldAll(tx: Tx, rows: readonly Unfolded[]): Promise<Pending[]> {
  const [ofTickets, ofComments]: [[string, ReturnType<typeof foldedTexts>][], [string, string][]] = [[], []]
  const folded = rows.map((row) => {
    const { ticket_id, text_id, created_at, content, stored } = row
    const texts = foldedTexts({
      ticketNumber: row.ticket_number,
      subject: row.subject,
      description: row.description,
      customerName: row.customer_name,
      productName: row.product_name,
      projectName: row.project_name,
    })
    const text = content === null ? texts.searchText : searchable(content)
    if (text !== stored && content === null) ofTickets.push([text_id, texts])
    else if (text !== stored) ofComments.push([text_id, text])
    return { ticket_id, text_id, created_at, text }
  })
  const columnOf = (name: keyof ReturnType<typeof foldedTexts>) => ofTickets.map(([, texts]) => texts[name])
  if (ofTickets.length > 0)
    await storeTickets(tx, [
      ofTickets.map(([id]) => id),
      ...(['searchText', 'customerSearch', 'productSearch', 'projectSearch'] as const).map(columnOf),
    ])
  if (ofComments.length > 0)
    await storeComments(tx, [ofComments.map(([id]) => id), ofComments.map(([, text]) => text)])
  return folded
}

async function indexAll(tx: Tx, rows: readonly Pending[]): Promise<void> {
  const read = rows.map((row) => ({ row, used: wordsIn(row.text) }))
  await noteMany(tx, [[...new Set(read.flatMap(({ used }) => used))].toSorted()])
  await indexMany(tx, [
    rows.map((row) => row.ticket_id),
    rows.map((row) => row.text_id),
    rows.map((row) => periodOf(row.created_at)),
    read.map(({ used }) => `{${used.map(wordKey).join()}}`),
  ])
}

/** Notes anew which words stand in texts that are indexed and have become others. As late as `indexText`. */
export const indexChangedTexts = (
  { tx }: Work,
  texts: readonly { ticketId: string; textId: string; createdAt: Date; text: string }[],
): Promise<void> =>
  indexAll(
    tx,
    texts.map(({ ticketId, textId, createdAt, text }) => ({
      ticket_id: ticketId,
      text_id: textId,
      created_at: createdAt,
      text,
    })),
  )

const addPending = preparedSql<Unfolded>(
  'add_pending_texts',
  `with texts as (
    select id as ticket_id, id as text_id, false as is_internal, created_at from tickets where id = $1
    union all select t.id, c.id, c.is_internal, t.created_at
    from comments as c join tickets as t on t.id = c.ticket_id where t.id = $1),
  added as (
    insert into search_texts (ticket_id, text_id, is_internal, created_at)
    select ticket_id, text_id, is_internal, created_at from texts on conflict do nothing returning text_id)
  ${unfoldedSql}
  from texts as s join tickets as t on t.id = s.ticket_id left join comments as c on c.id = s.text_id
  where s.text_id in (select text_id from added)`,
)

/** Notes which words stand in those texts of a ticket and its comments that are not indexed: they are restored, perhaps from a version that folded them differently. As late as `indexText`. */
export async function indexRestored({ tx }: Work, ticketId: string): Promise<void> {
  const { rows } = await addPending(tx, [ticketId])
  await indexAll(tx, await foldAll(tx, rows))
}

/** The same for all texts of a ticket that was created at another time than was known: the keys of their words tell the time. */
export async function indexAnew(unit: Work, ticketId: string): Promise<void> {
  await unit.tx.delete(searchTexts).where(eq(searchTexts.ticketId, ticketId))
  await indexRestored(unit, ticketId)
}

/**
 * Indexes the texts that an earlier version has stored, folded as this one does. To be called after the migrations, before anybody is let in; it may be stopped at
 * any moment, and goes on where it was.
 * @returns how many
 */
export async function indexPendingTexts(db: Database): Promise<number> {
  const indexSome = () =>
    db.transaction(async (tx) => {
      const { rows } = await listPending(tx, [])
      await indexAll(tx, await foldAll(tx, rows))
      return rows.length
    })
  const gather = (kiB: number) =>
    db.execute(sql`alter index search_texts_keys set (gin_pending_list_limit = ${sql.raw(String(kiB))})`)
  let indexed = await indexSome()
  if (indexed === 0) {
    // Whoever did it last may have been killed before they had set it back.
    if (!(await isGatheringLittle(db))) await gather(gatheredKiB)
    return 0
  }
  // Of so many more are merged into the index at once, while nobody searches.
  await gather(mostGatheredKiB)
  for (let some = indexed; some > 0; indexed += some) some = await indexSome()
  await gather(gatheredKiB)
  await db.execute(sql`select gin_clean_pending_list('search_texts_keys')`)
  return indexed
}

/** Doubts the words of a ticket and its comments, which are about to be deleted. To be followed by `forgetUnusedWords`. */
export async function doubtWords(unit: Work, ticketId: string): Promise<void> {
  const texts = await unit.tx
    .select({ text: tickets.searchText })
    .from(tickets)
    .where(eq(tickets.id, ticketId))
    .unionAll(
      unit.tx.select({ text: comments.searchText }).from(comments).where(eq(comments.ticketId, ticketId)),
    )
  await doubtTexts(
    unit,
    texts.map(({ text }) => text),
  )
}

/** Takes the text of a comment, which is about to be deleted, out of the index, and doubts its words. */
export async function dropText(unit: Work, { id, searchText }: { id: string; searchText: string }) {
  await unit.tx.delete(searchTexts).where(eq(searchTexts.textId, id))
  await doubtTexts(unit, [searchText])
}

/** Doubts the words of texts that are about to go, given as `searchable` folds them. */
export async function doubtTexts(unit: Work, texts: readonly string[]): Promise<void> {
  const used = [...new Set(texts.flatMap((text) => wordsIn(text)))].toSorted()
  const held = sql`select word from ${words} where word = any(${sql.param(used)}::text[]) order by word for no key update`
  await unit.tx.execute(sql`update ${words} set is_doubtful = true where word in (${held})`)
}

const atOnce = 100
const mostRounds = 20

const listUsed = preparedSql<{ word: string }>(
  'used_words',
  `select word from unnest($1::text[], $2::bigint[]) as given (word, key)
  where exists (select from search_texts as s where s.keys && array(
    select (period::bigint << ${keyBits}) | given.key from generate_series($3::int, $4::int) as period))`,
)

/** Forgets words that no ticket and no comment has any more. */
export async function forgetUnusedWords(work: DoWork): Promise<void> {
  const forgetSome = () =>
    work(async ({ tx }) => {
      const [anyDoubtful] = await tx.select().from(words).where(eq(words.isDoubtful, true)).limit(1)
      if (!anyDoubtful) return 0
      // Whoever is writing a text with one of them has found it known: they finish first, and others wait until it is forgotten.
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
