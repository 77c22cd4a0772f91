import { and, asc, count, eq, gt, lte } from 'drizzle-orm'
import type { Reader } from '#platform/server/database/database.ts'
import { channelMessages } from '#tables/channel-messages.ts'

/** Replies that are due, oldest first. */
export const listDue = (reader: Reader, now: Date, most: number) =>
  reader
    .select()
    .from(channelMessages)
    .where(lte(channelMessages.dueAt, now))
    .orderBy(asc(channelMessages.dueAt))
    .limit(most)

/** How many messages this number has sent after `since`. */
export async function countReceived(reader: Reader, phoneNumber: string, since: Date): Promise<number> {
  const [row] = await reader
    .select({ received: count() })
    .from(channelMessages)
    .where(
      and(
        eq(channelMessages.phoneNumber, phoneNumber),
        eq(channelMessages.direction, 'in'),
        gt(channelMessages.createdAt, since),
      ),
    )
  return row?.received ?? 0
}

/** Whether this number was told this after `since`, or is about to be. */
export async function hasReplied(
  reader: Reader,
  phoneNumber: string,
  message: string,
  since: Date,
): Promise<boolean> {
  const rows = await reader
    .select({ id: channelMessages.id })
    .from(channelMessages)
    .where(
      and(
        eq(channelMessages.phoneNumber, phoneNumber),
        eq(channelMessages.direction, 'out'),
        eq(channelMessages.message, message),
        gt(channelMessages.createdAt, since),
      ),
    )
    .limit(1)
  return rows.length > 0
}
