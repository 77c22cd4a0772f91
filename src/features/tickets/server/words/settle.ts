import type { SQL } from 'drizzle-orm'
import type { Database } from '#platform/server/database/database.ts'
import type { FilterSql } from '../totals/filter.ts'
import { boundedSearch, mostFound, prepareSearch, type BoundedSearch } from './bounded-search.ts'

/** A filter as one condition, which holds as long as nobody writes. */
export interface Settled {
  where: SQL | undefined
  values: Record<string, unknown>
  /** Of a search of staff: only the newest tickets that it finds are let through. */
  bounded?: BoundedSearch
  /** Up to where an answer knows of everything, whose statement has seen the log up to `seen`. */
  knownAt(seen: number): number
}

/** Looks up what a filter's search stands for, if there is one. @param most how many of its tickets are wanted */
export async function settle(
  db: Database,
  { conditions, search, values }: Pick<FilterSql, 'conditions' | 'search' | 'values'>,
  most = mostFound,
): Promise<Settled> {
  if (search === undefined) return { where: conditions, values, knownAt: (seen) => seen }
  const prepared = await prepareSearch(db, search)
  const bounded = boundedSearch(prepared, conditions, most)
  return {
    where: bounded.where,
    values,
    bounded,
    // A word that was written between the two statements was not looked for.
    knownAt: (seen) => Math.min(seen, prepared.position),
  }
}
