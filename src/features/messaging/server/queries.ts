import { and, count, eq, gt, sql } from 'drizzle-orm'
import type { Reader } from '#platform/server/database/query-builder.ts'
import { channelMessages } from '#tables/channel-messages.ts'
import { deliveries } from '#tables/deliveries.ts'
import { channelReply, type ReplyPayload } from './deliveries.ts'

export async function countReceived(reader: Reader, phoneNumber: string, since: Date): Promise<number> {
  const [row] = await reader
    .select({ received: count() })
    .from(channelMessages)
    .where(and(eq(channelMessages.phoneNumber, phoneNumber), gt(channelMessages.createdAt, since)))
  return row?.received ?? 0
}

/** Checks whether this reply was sent or queued after `since`. */
export async function hasReplied(reader: Reader, reply: ReplyPayload, since: Date): Promise<boolean> {
  const rows = await reader
    .select({ id: deliveries.id })
    .from(deliveries)
    .where(
      and(
        eq(deliveries.kind, channelReply.name),
        sql`${deliveries.payload} @> ${JSON.stringify(reply)}::jsonb`,
        gt(deliveries.createdAt, since),
      ),
    )
    .limit(1)
  return rows.length > 0
}
