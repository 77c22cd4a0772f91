import { and, eq, gt, inArray, isNotNull, isNull, lt, lte, or, sql } from 'drizzle-orm'
import { onlyRow } from '#platform/server/database/database.ts'
import { leasedUntil, type DeliveryKind, type StoredDelivery } from '#platform/server/send/outbox.ts'
import type { FormerPerson } from '#platform/server/personal-data.ts'
import type { Work } from '#platform/server/work.ts'
import { deliveries } from '#tables/deliveries.ts'
import { isFailed } from './queries.ts'

const { id, kind, key, userId, payload, dueAt, attempts, createdAt, expiresAt } = deliveries

export interface NewDelivery<Payload> {
  kind: DeliveryKind<Payload>
  payload: Payload
  /** Recipient, when known; the delivery is deleted with its user. */
  userId?: string
  /** Key within its kind, by which a delivery is queued once. */
  key?: string
  /** Absent: at once. */
  dueAt?: Date
  /** Time from which it is of no use. */
  expiresAt?: Date
}

const valuesOf = <Payload>({ now }: Work, { kind, dueAt = now, ...delivery }: NewDelivery<Payload>) => ({
  ...delivery,
  kind: kind.name,
  dueAt,
  createdAt: now,
})

/** @returns the delivery, or the one with the same key, locked against claims until the commit */
export async function queueDelivery<Payload>(
  unit: Work,
  delivery: NewDelivery<Payload>,
): Promise<StoredDelivery> {
  const rows = await unit.tx
    .insert(deliveries)
    .values(valuesOf(unit, delivery))
    // Changes nothing, but locks and returns the present row.
    .onConflictDoUpdate({ target: [kind, key], set: { attempts: sql`${attempts}` } })
    .returning()
  return onlyRow(rows)
}

const atOnce = 500

/** Skips deliveries whose key is queued already. */
export async function queueDeliveries<Payload>(
  unit: Work,
  wanted: readonly NewDelivery<Payload>[],
): Promise<void> {
  for (let from = 0; from < wanted.length; from += atOnce)
    await unit.tx
      .insert(deliveries)
      .values(wanted.slice(from, from + atOnce).map((one) => valuesOf(unit, one)))
      .onConflictDoNothing()
}

export async function lockDelivery(unit: Work, deliveryId: string): Promise<StoredDelivery | undefined> {
  const [row] = await unit.tx.select().from(deliveries).where(eq(id, deliveryId)).for('update')
  return row
}

export async function setRecipient(unit: Work, deliveryId: string, to: string): Promise<void> {
  await unit.tx.update(deliveries).set({ userId: to }).where(eq(id, deliveryId))
}

export async function addToPayload<Payload>(
  unit: Work,
  of: DeliveryKind<Payload>,
  deliveryId: string,
  more: Partial<Payload>,
): Promise<void> {
  await unit.tx
    .update(deliveries)
    .set({ payload: sql`${payload} || ${JSON.stringify(more)}::jsonb` })
    .where(and(eq(kind, of.name), eq(id, deliveryId)))
}

export async function deleteDelivery(unit: Work, deliveryId: string): Promise<void> {
  await unit.tx.delete(deliveries).where(eq(id, deliveryId))
}

/** Deletes deliveries with this key or payload, optionally of one user. */
export async function cancelDeliveries<Payload>(
  unit: Work,
  of: DeliveryKind<Payload>,
  which: { key: string } | { userId?: string; payload: Partial<Payload> },
): Promise<void> {
  const isMeant =
    'key' in which
      ? eq(key, which.key)
      : and(
          which.userId === undefined ? undefined : eq(userId, which.userId),
          sql`${payload} @> ${JSON.stringify(which.payload)}::jsonb`,
        )
  await unit.tx.delete(deliveries).where(and(eq(kind, of.name), isMeant))
}

export async function claimDelivery(
  unit: Work,
  delivery: Pick<StoredDelivery, 'id' | 'attempts'>,
  until: Date,
): Promise<boolean> {
  const rows = await unit.tx
    .update(deliveries)
    .set({ dueAt: until, attempts: delivery.attempts + 1 })
    .where(and(eq(id, delivery.id), eq(attempts, delivery.attempts), isNotNull(dueAt)))
    .returning({ id })
  return rows.length > 0
}

export async function markDone(unit: Work, deliveryId: string, isSent: boolean): Promise<void> {
  await unit.tx
    .update(deliveries)
    .set({ dueAt: null, failure: null, sentAt: isSent ? unit.now : null })
    .where(eq(id, deliveryId))
}

export async function markFailed(
  unit: Work,
  deliveryId: string,
  failure: string,
  nextAt: Date | null,
): Promise<void> {
  await unit.tx.update(deliveries).set({ failure, dueAt: nextAt }).where(eq(id, deliveryId))
}

/**
 * Makes failed deliveries due, given up or waiting.
 * @param kinds with a sender: others would be due for ever
 * @param one only this
 * @returns the kinds that became due
 */
export async function retryDeliveries(unit: Work, kinds: readonly string[], one?: string): Promise<string[]> {
  const rows = await unit.tx
    .update(deliveries)
    .set({ dueAt: unit.now, attempts: 0 })
    .where(
      and(
        inArray(kind, kinds),
        one === undefined ? undefined : eq(id, one),
        isFailed(unit.now),
        // An earlier due time belongs to an attempt that may be under way.
        or(isNull(dueAt), gt(dueAt, leasedUntil(unit.now))),
      ),
    )
    .returning({ kind })
  return rows.map((row) => row.kind)
}

/** Makes deliveries due at once that wait until later than `after`. */
export async function makeDueNow(unit: Work, of: DeliveryKind, after: Date): Promise<void> {
  await unit.tx
    .update(deliveries)
    .set({ dueAt: unit.now })
    .where(and(eq(kind, of.name), gt(dueAt, after)))
}

const storedForMs = 30 * 24 * 60 * 60 * 1000

/** Deletes expired deliveries, and sent or given up ones after a month. */
export async function pruneDeliveries(unit: Work): Promise<void> {
  const monthAgo = new Date(unit.now.getTime() - storedForMs)
  await unit.tx
    .delete(deliveries)
    .where(or(lte(expiresAt, unit.now), and(isNull(dueAt), lt(createdAt, monthAgo))))
}

export async function forgetPerson(unit: Work, person: FormerPerson): Promise<void> {
  await unit.tx.delete(deliveries).where(eq(userId, person.id))
}
