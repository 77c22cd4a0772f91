import { isDeepStrictEqual } from 'node:util'
import { getTableName, inArray, eq, and, or, type Table } from 'drizzle-orm'
import { buryObjects } from '#features/uploads/server/service.ts'
import { searchable } from '#platform/contract/searchable.ts'
import type { Tx } from '#platform/server/database/database.ts'
import type { Work } from '#platform/server/work.ts'
import { attachments } from '#tables/attachments.ts'
import { chatMessages } from '#tables/chat-messages.ts'
import { comments } from '#tables/comments.ts'
import { deletedThings, type KeptRow, type KeptRows, type KeptWords } from '#tables/deleted-things.ts'
import { events } from '#tables/events.ts'
import { productUsers } from '#tables/product-users.ts'
import { ticketReads } from '#tables/ticket-reads.ts'
import { tickets } from '#tables/tickets.ts'
import type { Place } from './places.ts'
import { eraseIn, type ErasedWords, type Traces } from './traces.ts'
import { holdRows, walk, type Parts } from './walk.ts'

interface Person {
  id: string
  words: ErasedWords
  traces: Traces | undefined
}

const isOf = (table: Table, name: string) => getTableName(table) === name

/** A row as it may be restored; undefined: it goes. By the names that columns have in the database. */
function withoutOwn(table: string, row: KeptRow, { id, words }: Person): KeptRow | undefined {
  const isTheirs = (column: string) => row[column] === id
  const { text } = words
  if (isOf(tickets, table) && isTheirs('created_by_id')) {
    const number = String(row['ticket_number'])
    return {
      ...row,
      subject: text,
      description: text,
      customer_name: null,
      product_name: null,
      project_name: null,
      search_text: searchable(number, text, text),
      customer_search: '',
      product_search: '',
      project_search: '',
    }
  }
  if (isOf(comments, table) && isTheirs('user_id'))
    return { ...row, content: text, search_text: searchable(text) }
  if (isOf(chatMessages, table) && isTheirs('sender_id')) return { ...row, message: text }
  const goes =
    (isOf(attachments, table) && isTheirs('uploaded_by')) ||
    ((isOf(ticketReads, table) || isOf(productUsers, table)) && isTheirs('user_id'))
  return goes ? undefined : row
}

/** What is folded stays so. */
const eraseFrom = (row: KeptRow, { traces }: Person): KeptRow =>
  Object.fromEntries(
    Object.entries(row).map(([column, value]) => {
      const after = traces ? eraseIn(value, traces.erase) : value
      const isFolded = typeof after === 'string' && /_(search|text)$/.test(column) && after !== value
      return [column, isFolded ? searchable(after) : after]
    }),
  )

/** What the log said of it, but for what it says of them. */
async function withoutTheirs(
  tx: Tx,
  words: readonly KeptWords[],
  { id, traces }: Person,
): Promise<KeptWords[]> {
  const positions = words.map(({ position }) => position)
  const theirs = await tx
    .select({ position: events.position })
    .from(events)
    .where(and(inArray(events.position, positions), or(eq(events.actorId, id), eq(events.subjectId, id))))
  const left = words.filter(({ position }) => !theirs.some((one) => one.position === position))
  return left.map(({ position, data }) => ({ position, data: traces ? eraseIn(data, traces.erase) : data }))
}

type Kept = typeof deletedThings.$inferSelect

/** What it is called: the number of its ticket, and the beginning of a text. */
function nameOf({ kind, name, id }: Kept, rows: KeptRows, person: Person): string {
  const own = rows
    .find(({ table }) => isOf(kind === 'ticket' ? tickets : comments, table))
    ?.rows.find((row) => row['id'] === id)
  const writer = own?.[kind === 'ticket' ? 'created_by_id' : 'user_id']
  if ((kind === 'ticket' || kind === 'comment') && writer === person.id)
    return `${name.split(' ', 1)[0] ?? ''} ${person.words.text}`
  return person.traces?.erase(name) ?? name
}

const place: Place = { table: deletedThings, columns: ['name', 'rows', 'words'] }

/**
 * Erases somebody in what can still be restored.
 * @returns how many things were changed, and where files lie that nobody names any more; to be removed there
 */
export async function eraseFromKept(
  parts: Parts,
  person: Person,
): Promise<{ things: number; paths: string[] }> {
  const paths: string[] = []
  const pattern = person.traces ? `${person.id}|${person.traces.pattern}` : person.id
  const things = await walk(parts, place, pattern, async (unit: Work, ctids) => {
    let changed = 0
    for (const kept of await holdRows(unit, deletedThings, ctids)) {
      const rows = kept.rows.map(({ table, rows: all }) => ({
        table,
        rows: all.flatMap((row) => {
          const left = withoutOwn(table, row, person)
          return left ? [eraseFrom(left, person)] : []
        }),
      }))
      const words = await withoutTheirs(unit.tx, kept.words, person)
      const name = nameOf(kept, kept.rows, person)
      // The database has its own order of keys.
      if (isDeepStrictEqual([name, rows, words], [kept.name, kept.rows, kept.words])) continue
      const gone = kept.rows
        .filter(({ table }) => isOf(attachments, table))
        .flatMap(({ rows: all }) => all.filter((row) => row['uploaded_by'] === person.id))
        .map((row) => String(row['object_path']))
      await unit.tx
        .update(deletedThings)
        .set({
          name,
          searchText: searchable(name),
          rows,
          words,
          objectPaths: kept.objectPaths.filter((path) => !gone.includes(path)),
        })
        .where(eq(deletedThings.id, kept.id))
      await buryObjects(
        unit.tx,
        gone.map((objectPath) => ({ objectPath })),
        unit.now,
      )
      paths.push(...gone)
      changed++
    }
    return changed
  })
  return { things, paths }
}
