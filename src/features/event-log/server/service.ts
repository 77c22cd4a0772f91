import { eq, sql } from 'drizzle-orm'
import type { Tx } from '#platform/server/database.ts'
import type { Announcement } from '#platform/server/log-entry.ts'
import { events } from '#tables/events.ts'
import { logHead } from '#tables/log-head.ts'

/**
 * Writes facts to the log. Must be the last statements of a transaction: the head stays locked until its commit, which is what makes
 * positions visible in order and without gaps.
 */
export async function appendEvents(tx: Tx, facts: readonly Announcement[], now: Date): Promise<void> {
  const publicCount = facts.filter((fact) => fact.isPublic).length
  const [head] = await tx
    .update(logHead)
    .set({
      position: sql`${logHead.position} + ${facts.length}`,
      publicPosition: sql`${logHead.publicPosition} + ${publicCount}`,
    })
    .where(eq(logHead.id, 1))
    .returning({ position: logHead.position, publicPosition: logHead.publicPosition })
  if (!head) throw new Error('the log has no head: the migrations have not run')
  let position = head.position - facts.length
  let publicPosition = head.publicPosition - publicCount
  await tx.insert(events).values(
    facts.map(({ isPublic, data = {}, ...fact }) => ({
      ...fact,
      data,
      position: ++position,
      publicPosition: isPublic ? ++publicPosition : null,
      at: now,
    })),
  )
}
