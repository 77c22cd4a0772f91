import { isDeepStrictEqual } from 'node:util'
import { and, eq, getTableColumns, getTableName, sql, type InferSelectModel } from 'drizzle-orm'
import type { PgTable } from 'drizzle-orm/pg-core'
import { AppError } from '#platform/contract/errors.ts'
import { searchable } from '#platform/contract/searchable.ts'
import { onlyRow, type Database } from '#platform/server/database/database.ts'
import type { DoWork, Work } from '#platform/server/work.ts'
import type { Place } from './places.ts'
import { eraseIn, type Traces } from './traces.ts'

export interface Parts {
  db: Database
  work: DoWork
  /** The server stops: nothing more is begun. Absent in a sweep, which ends with the database. */
  stopping?: AbortSignal
}

/** So much is read by one statement that nobody waits for it, nor it for its time limit: 4 MiB, and the long texts that lie elsewhere. */
const pagesAtOnce = 500
const rowsAtOnce = 25
/** What others move to where a pass has been is found by the next. */
const mostPasses = 5

const columnOf = (table: PgTable, name: string) => {
  const column = getTableColumns(table)[name]
  if (!column) throw new Error(`${getTableName(table)} has no column ${name}`)
  return column
}

const textOf = ({ table, columns }: Place) =>
  sql.join(
    columns.map((name) => sql`coalesce(${columnOf(table, name)}::text, '')`),
    sql` || e'\n' || `,
  )

async function* findRows({ db, stopping }: Parts, place: Place, pattern: string): AsyncGenerator<string[]> {
  const { table } = place
  for (let from = 0; ; from += pagesAtOnce) {
    stopping?.throwIfAborted()
    const { rows: sizes } = await db.execute<{ pages: number }>(
      sql`select (pg_relation_size(${getTableName(table)}::regclass) / current_setting('block_size')::int)::int as pages`,
    )
    if (from > onlyRow(sizes).pages) return
    const { rows } = await db.execute<{ place: string }>(
      sql`select ctid::text as place from ${table}
        where ctid >= ${`(${from},0)`}::tid and ctid < ${`(${from + pagesAtOnce},0)`}::tid and ${textOf(place)} ~* ${pattern}`,
    )
    for (let at = 0; at < rows.length; at += rowsAtOnce)
      yield rows.slice(at, at + rowsAtOnce).map((row) => row.place)
  }
}

/**
 * Goes through a whole table in small steps, and has the rows changed in which a pattern is found.
 * @param change changes these rows, given by their `ctid`s, so far as they are there still; what it has to hold before them it holds first
 * @returns how many rows were changed
 */
export async function walk(
  parts: Parts,
  place: Place,
  pattern: string,
  change: (unit: Work, ctids: readonly string[]) => Promise<number>,
): Promise<number> {
  let changed = 0
  for (let pass = 0; pass < mostPasses; pass++) {
    let now = 0
    for await (const found of findRows(parts, place, pattern))
      now += await parts.work((unit) => change(unit, found))
    changed += now
    if (now === 0) return changed
  }
  // Each pass has found something new: others write it as fast as it is erased.
  throw new AppError('conflict', `traces are still being written into ${getTableName(place.table)}`)
}

/** Those of these rows that are there still, held. */
export async function holdRows<T extends PgTable>(
  { tx }: Work,
  table: T,
  ctids: readonly string[],
): Promise<(InferSelectModel<T> & { ctid: string })[]> {
  const source: PgTable = table
  const held = await tx
    .select({ ...getTableColumns(source), ctid: sql<string>`ctid::text` })
    .from(source)
    .where(sql`ctid = any(${sql.param([...ctids])}::tid[])`)
    .for('no key update')
  return held as (InferSelectModel<T> & { ctid: string })[]
}

/** The columns of a row that have traces, without them; undefined where there are none. */
function withoutTraces(
  row: Readonly<Record<string, unknown>>,
  columns: readonly string[],
  { erase }: Pick<Traces, 'erase'>,
): Record<string, unknown> | undefined {
  const changed = columns.flatMap((name) => {
    const before = row[name]
    const after = eraseIn(before, erase)
    if (isDeepStrictEqual(after, before)) return []
    return [[name, name.endsWith('Search') ? searchable(String(after)) : after] as const]
  })
  return changed.length > 0 ? Object.fromEntries(changed) : undefined
}

/** Numbers what has become equal to another of the same owner: "Calls of Erased person 2". */
async function keepDistinct(
  { tx }: Work,
  { table, distinct }: Place,
  row: Readonly<Record<string, unknown>>,
  values: Record<string, unknown>,
): Promise<void> {
  const wanted = distinct && values[distinct.column]
  if (!distinct || typeof wanted !== 'string') return
  const others = await tx
    .select({ taken: columnOf(table, distinct.column) })
    .from(table)
    .where(
      and(eq(columnOf(table, distinct.owner), row[distinct.owner]), sql`ctid <> ${String(row['ctid'])}::tid`),
    )
  const taken = new Set(others.map((other) => other.taken))
  let free = wanted
  for (let number = 2; taken.has(free); number++) free = `${wanted} ${number}`
  values[distinct.column] = free
}

/** Takes the traces out of a place, row by row. @returns how many rows had any */
export const eraseTracesFrom = (parts: Parts, place: Place, traces: Traces): Promise<number> =>
  walk(parts, place, traces.pattern, async (unit, ctids) => {
    let changed = 0
    for (const row of await holdRows(unit, place.table, ctids)) {
      const values = withoutTraces(row, place.columns, traces)
      if (!values) continue
      await keepDistinct(unit, place, row, values)
      await unit.tx
        .update(place.table)
        .set(values)
        .where(sql`ctid = ${row.ctid}::tid`)
      changed++
    }
    return changed
  })
