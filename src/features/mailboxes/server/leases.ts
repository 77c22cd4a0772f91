import { and, eq, isNull, lt, or, sql } from 'drizzle-orm'
import type { Work } from '#platform/server/work.ts'
import { mailboxes } from '#tables/mailboxes.ts'
import type { MailboxRow } from './queries.ts'
import type { Position } from './session.ts'

/** Time after which another node takes over a mailbox. */
const leaseMs = 30_000

/** Takes or renews the lease of every active mailbox that no other node holds. @returns these mailboxes */
export function renewLeases(unit: Work, nodeId: string): Promise<MailboxRow[]> {
  const { isActive, leasedBy, leasedUntil } = mailboxes
  return unit.tx
    .update(mailboxes)
    .set({ leasedBy: nodeId, leasedUntil: new Date(unit.now.getTime() + leaseMs) })
    .where(and(eq(isActive, true), or(isNull(leasedUntil), lt(leasedUntil, unit.now), eq(leasedBy, nodeId))))
    .returning()
}

export async function releaseLeases(unit: Work, nodeId: string): Promise<void> {
  await unit.tx
    .update(mailboxes)
    .set({ leasedBy: null, leasedUntil: null })
    .where(eq(mailboxes.leasedBy, nodeId))
}

/** Another node reads the mailbox by now, or it was changed or removed. */
export class LeaseLost extends Error {}

interface Held {
  id: string
  nodeId: string
  /** State of the mailbox that this node reads. */
  updatedAt: Date
}

const isHeld = ({ id, nodeId, updatedAt }: Held) =>
  and(eq(mailboxes.id, id), eq(mailboxes.leasedBy, nodeId), eq(mailboxes.updatedAt, updatedAt))

/** Stores the position behind a mail. @throws {LeaseLost} which takes the stored mail back, too */
export async function movePosition(
  unit: Work,
  held: Held,
  { uidValidity, lastUid }: Position,
  isLeft = false,
): Promise<void> {
  const moved = await unit.tx
    .update(mailboxes)
    .set({ uidValidity, lastUid, ...(isLeft && { tooLarge: sql`${mailboxes.tooLarge} + 1` }) })
    .where(isHeld(held))
    .returning({ id: mailboxes.id })
  if (moved.length === 0) throw new LeaseLost()
}

/** Notes how the last look went. @param failure a sentence for people; null for a success */
export async function noteLook(unit: Work, held: Held, failure: string | null): Promise<void> {
  await unit.tx
    .update(mailboxes)
    .set(
      failure === null
        ? { checkedAt: unit.now, failure: null, failedAt: null }
        : { failure, failedAt: sql`coalesce(${mailboxes.failedAt}, ${unit.now.toISOString()})` },
    )
    .where(isHeld(held))
}
