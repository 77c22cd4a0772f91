import { and, asc, count, eq, gt, gte, inArray, isNotNull, isNull, lt, lte, min, or, sql } from 'drizzle-orm'
import type { Reader } from '#platform/server/database/query-builder.ts'
import { firstDueAt, type DeliveryKind, type StoredDelivery } from '#platform/server/send/outbox.ts'
import { deliveries } from '#tables/deliveries.ts'

const { kind, dueAt, attempts, failure, sentAt, expiresAt, createdAt } = deliveries
const isOfUse = (now: Date) => or(isNull(expiresAt), gt(expiresAt, now))

/** Bound on the clock difference of nodes. */
const momentMs = 60_000

/** Finds untried deliveries of a later clock that was set back: they are due. Tried ones keep their pause. */
const isFromAhead = (now: Date) =>
  and(
    eq(attempts, 0),
    gt(createdAt, new Date(now.getTime() + momentMs)),
    lt(dueAt, sql`${createdAt} + make_interval(secs => ${momentMs / 1000})`),
  )

export const listDue = (reader: Reader, ofKind: string, now: Date, most: number): Promise<StoredDelivery[]> =>
  reader
    .select()
    .from(deliveries)
    .where(and(eq(kind, ofKind), isNotNull(dueAt), or(lte(dueAt, now), isFromAhead(now)), isOfUse(now)))
    .orderBy(asc(dueAt), asc(deliveries.id))
    .limit(most)

/** Selects refused deliveries that would still be of use: given up, or waiting for a retry. */
export const isFailed = (now: Date) => and(isNotNull(failure), isNull(sentAt), isOfUse(now))

export interface DeliveryQueue {
  kind: string
  waiting: number
  /** Due time of the oldest one. */
  since: Date | undefined
  /** Count of deliveries that are not retried any more. */
  givenUp: number
}

/** @param kinds to report, also where nothing waits */
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

const manyTries = 4

/** Tells whether a delivery was due before `before`, or fails again and again. */
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
