import { and, asc, eq, gt, gte, inArray, isNotNull, isNull, lte, or } from 'drizzle-orm'
import type { Reader } from '#platform/server/database/database.ts'
import type { DeliveryKind, StoredDelivery } from '#platform/server/send/outbox.ts'
import { deliveries } from '#tables/deliveries.ts'

const { kind, dueAt, attempts, failure, sentAt, expiresAt } = deliveries
const isOfUse = (now: Date) => or(isNull(expiresAt), gt(expiresAt, now))

/** See `Outbox`. */
export const listDue = (reader: Reader, ofKind: string, now: Date, most: number): Promise<StoredDelivery[]> =>
  reader
    .select()
    .from(deliveries)
    .where(and(eq(kind, ofKind), lte(dueAt, now), isOfUse(now)))
    .orderBy(asc(dueAt), asc(deliveries.id))
    .limit(most)

/** What was not taken so far and would still be of use: given up, or waiting for another try. */
export const isFailed = (now: Date) => and(isNotNull(failure), isNull(sentAt), isOfUse(now))

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
