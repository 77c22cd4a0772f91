import { sql, type SQL } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { positionSeen } from '#features/event-log/server/queries.ts'
import {
  boundedSearch,
  mostFound,
  prepareSearch,
  type BoundedSearch,
} from '#features/ticket-search/server/public/bounded-search.ts'
import { onlyRow } from '#platform/server/database/database.ts'
import type { Database } from '#platform/server/database/query-builder.ts'
import { tickets } from '#tables/tickets.ts'
import type { FilterSql } from './filter.ts'

/** Filter as one condition, valid until the next write. */
export interface ResolvedFilter {
  where: SQL | undefined
  values: Record<string, unknown>
  /** Truncated search of staff: only the newest hits count. */
  bounded?: BoundedSearch
  /** Position up to which an answer is complete, if its statement saw the log up to `seen`. */
  knownAt(seen: number): number
}

/** Skips through the index, as distinct values are few. Leaves out the least value: the empty one. */
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

/** Resolves search and name patterns. @param most wanted tickets */
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
  // Writes between the statements may be missing.
  const positions = [...(prepared ? [prepared.position] : []), ...found.map(({ position }) => position)]
  return {
    where: bounded ? bounded.where : conditions,
    values,
    ...(bounded && { bounded }),
    knownAt: (seen) => Math.min(seen, ...positions),
  }
}
