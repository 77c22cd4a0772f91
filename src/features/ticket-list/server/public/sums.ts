import { sql, type SQL } from 'drizzle-orm'
import type { TicketFacets } from '#features/tickets/server/events.ts'
import { onlyRow } from '#platform/server/database/database.ts'
import { type Reader } from '#platform/server/database/query-builder.ts'
import { logHead } from '#tables/log-head.ts'
import { facetChangesIn, type FacetChange } from '../totals/deltas.ts'
import type { TotalsParts } from '../totals/recent-log.ts'
import { createCarriedCache, type Counted } from '../totals/carried-cache.ts'

/** Sums by name; absent names are zero. */
export type Sums = Readonly<Record<string, number>>

/** Sums over tickets, as SQL and as an equivalent function of one ticket. */
export interface Summing {
  /** Covers every dependency but the log. */
  key: string
  /** Selects names and numbers; rows of one name are added up. */
  rows: SQL
  of(ticket: TicketFacets): Sums
  /** Part of a first answer; absent: none. */
  ofAnswer?(waitedMs: number): Sums
}

const mostAnswers = 2000

function add(sums: Record<string, number>, more: Sums, by: 1 | -1): void {
  for (const [name, number] of Object.entries(more)) sums[name] = (sums[name] ?? 0) + by * number
}

async function addUp(reader: Reader, { rows }: Summing): Promise<Counted<Sums>> {
  const found = await reader
    .select({
      position: logHead.position,
      name: sql<string | null>`summed.name`,
      number: sql`summed.number`.mapWith(Number),
    })
    .from(logHead)
    .leftJoin(sql`(${rows}) as summed (name, number)`, sql`true`)
  const sums: Record<string, number> = {}
  for (const { name, number } of found) if (name !== null) add(sums, { [name]: number }, 1)
  return { position: onlyRow(found).position, answer: sums }
}

function applyEvents({ of, ofAnswer }: Summing, before: Sums, steps: readonly FacetChange[]): Sums {
  const sums = { ...before }
  for (const step of steps) {
    if (step.before) add(sums, of(step.before), -1)
    if (step.after) add(sums, of(step.after), 1)
    if (step.answered && ofAnswer) add(sums, ofAnswer(step.answered.waitedMs), step.answered.by)
  }
  return sums
}

export function createSums({ db, recent }: Pick<TotalsParts, 'db' | 'recent'>) {
  const remembered = createCarriedCache<Sums>(recent, mostAnswers)

  const find = (position: number, summing: Summing): Promise<Counted<Sums>> =>
    remembered(position, {
      key: summing.key,
      lookUp: () => addUp(db, summing),
      applyEvents(sums, entries) {
        const steps = facetChangesIn(entries)
        return steps && applyEvents(summing, sums, steps)
      },
    })

  async function findAll(position: number, summings: readonly Summing[]): Promise<Sums> {
    const all = await Promise.all(summings.map((one) => find(position, one)))
    const latest = Math.max(...all.map((one) => one.position))
    if (all.some((one) => one.position < latest)) return findAll(latest, summings)
    return Object.assign({}, ...all.map(({ answer }) => answer))
  }

  /** Adds up numbers of one moment. */
  return async (...summings: Summing[]): Promise<Sums> => findAll(await recent.newest(), summings)
}
