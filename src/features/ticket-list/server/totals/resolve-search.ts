import { sql, type SQL } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { positionSeen } from '#features/event-log/server/queries.ts'
import { onlyRow } from '#platform/server/database/database.ts'
import type { Database } from '#platform/server/database/query-builder.ts'
import { tickets } from '#tables/tickets.ts'
import type { FilterSql } from './filter.ts'
import {
  boundedSearch,
  mostFound,
  prepareSearch,
  type BoundedSearch,
} from '#features/ticket-search/server/public/bounded-search.ts'

/** A filter as one condition, which holds as long as nobody writes. */
export interface ResolvedFilter {
  where: SQL | undefined
  values: Record<string, unknown>
  /** Of a search of staff: only the newest tickets that it finds are let through. */
  bounded?: BoundedSearch
  /** Up to where an answer knows of everything, whose statement has seen the log up to `seen`. */
  knownAt(seen: number): number
}

/**
 * Finds the different values of a column that match a pattern. Each is found behind the one before it by an index: there are few. The least
 * of them, which is none, is left out.
 */
async function listNames(db: Database, column: AnyPgColumn, pattern: unknown) {
  const next = (behind: SQL) =>
    sql`select ${column} as name from ${tickets} where ${column} > ${behind} order by ${column} limit 1`
  const names = sql`with recursive names as (
    (${next(sql`''`)}) union all select (${next(sql`names.name`)}) from names where names.name is not null)
    select name from names where name like ${pattern}`
  return onlyRow(
    await db
      .select({ position: positionSeen, names: sql<string[]>`found.names` })
      .from(sql`(select array(${names}) as names) as found`),
  )
}

/** Looks up what a filter's search and its patterns of names stand for. @param most how many of its tickets are wanted */
export async function resolveSearch(
  db: Database,
  {
    conditions,
    search,
    values: given,
    names = {},
  }: Pick<FilterSql, 'conditions' | 'search' | 'values' | 'names'>,
  most = mostFound,
): Promise<ResolvedFilter> {
  const [prepared, ...found] = await Promise.all([
    search && prepareSearch(db, search),
    ...Object.entries(names).map(async ([key, column]) => ({
      key,
      ...(await listNames(db, column, given[key])),
    })),
  ])
  const values = { ...given, ...Object.fromEntries(found.map(({ key, names }) => [key, names])) }
  const bounded = prepared && boundedSearch(prepared, conditions, most)
  // What was written between two statements was not looked for.
  const positions = [...(prepared ? [prepared.position] : []), ...found.map(({ position }) => position)]
  return {
    where: bounded ? bounded.where : conditions,
    values,
    ...(bounded && { bounded }),
    knownAt: (seen) => Math.min(seen, ...positions),
  }
}
