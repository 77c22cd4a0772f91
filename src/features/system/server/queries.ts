import { and, asc, count, desc, eq, inArray, max, sql } from 'drizzle-orm'
import { linkMail } from '#features/accounts/server/deliveries.ts'
import { isFailed } from '#features/deliveries/server/queries.ts'
import { notificationMail } from '#features/notifications/server/deliveries.ts'
import { onlyRow } from '#platform/server/database/database.ts'
import { type Reader } from '#platform/server/database/query-builder.ts'
import { attachments } from '#tables/attachments.ts'
import { clientUsers } from '#tables/client-users.ts'
import { clients } from '#tables/clients.ts'
import { deliveries } from '#tables/deliveries.ts'
import { nodes } from '#tables/nodes.ts'
import { users } from '#tables/users.ts'

/** Lists nodes seen within the last minute. */
export const listNodes = (reader: Reader) =>
  reader
    .select()
    .from(nodes)
    .where(sql`${nodes.seenAt} > now() - interval '1 minute'`)
    .orderBy(asc(nodes.name), asc(nodes.startedAt))

export async function sumFiles(reader: Reader): Promise<{ count: number; bytes: number }> {
  const rows = await reader
    .select({
      count: count(),
      bytes: sql<number>`coalesce(sum(${attachments.fileSize}), 0)::float8`,
    })
    .from(attachments)
  return onlyRow(rows)
}

/** Fullest first. */
export const listFullest = (reader: Reader): Promise<{ clientId: string; name: string; bytes: number }[]> => {
  const bytes = sql<number>`sum(${attachments.fileSize})::float8`
  return reader
    .select({ clientId: clients.id, name: clients.name, bytes })
    .from(attachments)
    .innerJoin(clientUsers, eq(clientUsers.userId, attachments.uploadedBy))
    .innerJoin(clients, eq(clients.id, clientUsers.clientId))
    .innerJoin(users, and(eq(users.id, attachments.uploadedBy), eq(users.role, 'client')))
    .groupBy(clients.id)
    .orderBy(desc(bytes), asc(clients.name))
    .limit(3)
}

const mails = [notificationMail.name, linkMail.name]

/** Finds the time of the last accepted mail, and the newest one not accepted. */
export async function findMailTraffic(reader: Reader, now: Date) {
  const { kind, sentAt, failure, createdAt } = deliveries
  const [sent] = await reader
    .select({ at: max(sentAt) })
    .from(deliveries)
    .where(inArray(kind, mails))
  const [failed] = await reader
    .select({ failure, createdAt })
    .from(deliveries)
    .where(and(inArray(kind, mails), isFailed(now)))
    .orderBy(desc(createdAt))
    .limit(1)
  return { lastSentAt: sent?.at ?? null, failed }
}

export async function measureDatabase(reader: Reader, now: () => Date) {
  const begun = now().getTime()
  const begunAt = performance.now()
  const asked = await reader.execute<{ at: string }>(
    sql`select (extract(epoch from clock_timestamp()) * 1000)::text as at`,
  )
  const roundTripMs = performance.now() - begunAt
  const { rows } = await reader.execute<{ version: string; bytes: string }>(
    sql`select current_setting('server_version') as version, pg_database_size(current_database())::text as bytes`,
  )
  const found = onlyRow(rows)
  return {
    version: found.version.split(' ')[0] ?? '',
    bytes: Number(found.bytes),
    roundTripMs,
    aheadMs: Number(onlyRow(asked.rows).at) - begun - roundTripMs / 2,
  }
}
