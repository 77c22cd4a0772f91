import { createCarriedCache, type Counted } from '#platform/server/carried-cache.ts'
import type { RecentLog } from '#platform/server/log/recent-log.ts'
import { cacheKey, movesIn, type FilterSql } from './ticket-filter.ts'

/** A place in a list that is ordered by creation: so many tickets stand in front of all that were created at this moment. */
export interface Anchor {
  before: number
  at: string
}

/** From where a page is walked to. */
export interface Start {
  /** Absent: from an end of the list. */
  at?: string
  isBackwards: boolean
  /** How many tickets are passed over. */
  skips: number
}

/** Part of a list: so many of so many, and how many there are in all. */
interface Part {
  offset: number
  limit: number
  total: number
}

const listsKept = 500
const anchorsKept = 60
/** Whoever has passed over fewer finds the page again as fast. */
export const worthKeeping = 500

/** The shortest way to a page. */
export function startOf(anchors: readonly Anchor[], { offset, limit, total }: Part): Start {
  const end = offset + limit
  const starts: Start[] = [
    { isBackwards: false, skips: offset },
    { isBackwards: true, skips: total - end },
    ...anchors.flatMap(({ before, at }): Start[] => [
      ...(before <= offset ? [{ at, isBackwards: false, skips: offset - before }] : []),
      ...(before >= end ? [{ at, isBackwards: true, skips: before - end }] : []),
    ]),
  ]
  return starts.reduce((best, one) => (one.skips < best.skips ? one : best))
}

interface Walked {
  offset: number
  /** When these tickets were created, in their order. */
  created: readonly string[]
  /** The position of the log that the statement has seen. */
  seen: number
}

/**
 * Remembers where in lists the pages stood that it was a long way to: the next page from there, and the same page again, are found without
 * walking through what is in front of them. Carried forward by what happens, so that a place is as exact as an offset.
 */
export function createAnchors(recent: RecentLog) {
  const known = createCarriedCache<Anchor[]>(recent, listsKept)

  const anchorsOf = (
    narrowed: FilterSql,
    isDescending: boolean,
    position: number,
  ): Promise<Counted<Anchor[]>> =>
    known(position, {
      key: cacheKey(narrowed, isDescending ? 'down' : 'up'),
      lookUp: async () => ({ position, answer: [] }),
      carry(anchors, entries) {
        const moves = movesIn(narrowed, entries, ({ createdAt }) => [createdAt])
        if (!moves || moves.length === 0) return moves && anchors
        const isBefore = (one: string, other: string) => (isDescending ? one > other : one < other)
        return anchors.map(({ before, at }) => ({
          at,
          before: moves.reduce((sum, { group, by }) => (isBefore(group, at) ? sum + by : sum), before),
        }))
      },
    })

  /** Keeps tickets as a place. @param found what was known as they were walked to, and nothing happened since */
  function keep({ answer: anchors, position }: Counted<Anchor[]>, walked: Walked): void {
    const { offset, created, seen } = walked
    if (seen !== position) return
    // The first may have others of its moment in front of it.
    const place = created.findIndex((at, index) => index > 0 && at !== created[index - 1])
    const at = created[place]
    if (at === undefined || anchors.some((one) => one.at === at)) return
    anchors.push({ before: offset + place, at })
    if (anchors.length > anchorsKept) anchors.shift()
  }

  return { anchorsOf, keep }
}
