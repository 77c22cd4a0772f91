import { and, asc, count, eq, gt, gte, inArray, isNotNull, isNull, lt, lte, min, or, sql } from 'drizzle-orm'
import type { Reader } from '#platform/server/database/query-builder.ts'
import { firstDueAt, type DeliveryKind, type StoredDelivery } from '#platform/server/send/outbox.ts'
import { deliveries } from '#tables/deliveries.ts'

const { kind, dueAt, attempts, failure, sentAt, expiresAt, createdAt } = deliveries
const isOfUse = (now: Date) => or(isNull(expiresAt), gt(expiresAt, now))

/** Clocks of nodes differ by less, and what waits only a moment waits no longer. */
const momentMs = 60_000

/**
 * Was to go out a moment after it was written, which by this clock is yet to come: the clock has been set back, and it is not to wait so long. Once it was
 * tried, it waits for whoever tries it, or for the pause after that.
 */
const isFromAhead = (now: Date) =>
  and(
    eq(attempts, 0),
    gt(createdAt, new Date(now.getTime() + momentMs)),
    lt(dueAt, sql`${createdAt} + make_interval(secs => ${momentMs / 1000})`),
  )

/** See `Outbox`. */
export const listDue = (reader: Reader, ofKind: string, now: Date, most: number): Promise<StoredDelivery[]> =>
  reader
    .select()
    .from(deliveries)
    .where(and(eq(kind, ofKind), isNotNull(dueAt), or(lte(dueAt, now), isFromAhead(now)), isOfUse(now)))
    .orderBy(asc(dueAt), asc(deliveries.id))
    .limit(most)

/** Deliveries that were refused so far and would still be of use: given up, or waiting for another try. */
export const isFailed = (now: Date) => and(isNotNull(failure), isNull(sentAt), isOfUse(now))

/** How one kind of delivery stands. */
export interface DeliveryQueue {
  kind: string
  /** Due, or tried and to be tried again. */
  waiting: number
  /** Since when the oldest of them should have been sent. */
  since: Date | undefined
  /** Not taken at any try, and not tried again by itself. */
  givenUp: number
}

/** @param kinds those to be told of, also where nothing waits */
export async function listQueues(
  reader: Reader,
  kinds: readonly string[],
  now: Date,
): Promise<DeliveryQueue[]> {
  const isWaiting = and(isNotNull(dueAt), or(lte(dueAt, now), gt(attempts, 0)))
  const rows = await reader
    .select({
      kind,
      attempts,
      waiting: sql<number>`count(*) filter (where ${dueAt} is not null)`.mapWith(Number),
      dueAt: min(dueAt),
      rows: count(),
    })
    .from(deliveries)
    .where(and(isOfUse(now), isNull(sentAt), or(isWaiting, and(isNull(dueAt), isNotNull(failure)))))
    .groupBy(kind, attempts)
  return kinds.map((name) => {
    const own = rows.filter((row) => row.kind === name)
    const since = own.flatMap((row) => (row.dueAt ? [firstDueAt(row.dueAt, row.attempts).getTime()] : []))
    const waiting = own.reduce((sum, row) => sum + row.waiting, 0)
    return {
      kind: name,
      waiting,
      since: since.length > 0 ? new Date(Math.min(...since)) : undefined,
      givenUp: own.reduce((sum, row) => sum + row.rows, 0) - waiting,
    }
  })
}

/** After so many tries, twenty minutes have passed since the first. */
const manyTries = 4

/** Whether something of these kinds should have been tried before `before`, or is tried again and again and not taken. */
export async function isBehind(
  reader: Reader,
  kinds: readonly DeliveryKind[],
  before: Date,
): Promise<boolean> {
  const rows = await reader
    .select({ id: deliveries.id })
    .from(deliveries)
    .where(
      and(
        inArray(
          kind,
          kinds.map(({ name }) => name),
        ),
        isNotNull(dueAt),
        or(lte(dueAt, before), and(isNotNull(failure), gte(attempts, manyTries))),
      ),
    )
    .limit(1)
  return rows.length > 0
}
