import { and, asc, count, eq, gt, lte } from 'drizzle-orm'
import type { Reader } from '#platform/server/database.ts'
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
