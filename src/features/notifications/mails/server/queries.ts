import { and, desc, eq, gt, inArray, isNotNull, isNull, lt, or, sql } from 'drizzle-orm'
import { isFollowerBehind } from '#features/event-log/server/queries.ts'
import { personColumns } from '#features/users/server/queries.ts'
import type { Reader } from '#platform/server/database/query-builder.ts'
import { deliveries } from '#tables/deliveries.ts'
import { events } from '#tables/events.ts'
import { notifications } from '#tables/notifications.ts'
import { users } from '#tables/users.ts'
import type { NotificationType } from '../../contract.ts'
import { notificationMail } from '../../server/deliveries.ts'
import { mostMails, type MailTopic, type TicketMail, type TicketMails } from '../contract.ts'

const { id, kind, userId, dueAt, failure, sentAt, createdAt } = deliveries

const topics: Partial<Record<NotificationType, MailTopic>> = {
  status_changes: 'status',
  assignment_notifications: 'assignment',
}

const minutes = (count: number) => count * 60_000
/** Most time until a due mail is sent or known to have failed. */
const soonMs = minutes(2)

const about = (reader: Reader, ticketId: string) =>
  reader
    .select({ id: notifications.deliveryId })
    .from(notifications)
    .innerJoin(events, eq(events.position, notifications.position))
    .where(eq(events.ticketId, ticketId))

/** Ignores rights; mails are kept for a month. @param follower log follower that makes the mails */
export async function listMails(
  reader: Reader,
  ticketId: string,
  follower: string,
  now: Date,
): Promise<TicketMails> {
  const isAbout = and(eq(kind, notificationMail.name), inArray(id, about(reader, ticketId)))
  const rows = await reader
    .select({
      id,
      to: personColumns,
      types: sql<NotificationType[]>`array(
        select distinct n.notification_type from ${notifications} n where n.delivery_id = ${id})`,
      dueAt,
      sentAt,
      createdAt,
    })
    .from(deliveries)
    .innerJoin(users, eq(users.id, userId))
    .where(and(isAbout, or(isNotNull(sentAt), isNotNull(failure))))
    .orderBy(desc(createdAt), desc(id))
    .limit(mostMails)
  const [due] = await reader
    .select({ id })
    .from(deliveries)
    .where(
      and(
        isAbout,
        isNull(failure),
        lt(dueAt, new Date(now.getTime() + soonMs)),
        gt(dueAt, new Date(now.getTime() - soonMs)),
      ),
    )
    .limit(1)
  const isBehind = await isFollowerBehind(reader, follower, now)
  const outcomeOf = (row: (typeof rows)[number]): TicketMail['outcome'] => {
    if (row.sentAt) return 'sent'
    return row.dueAt ? 'waiting' : 'failed'
  }
  const mails = rows.map((row) => ({
    id: row.id,
    to: row.to,
    topic: row.types.map((type) => topics[type]).find((topic) => topic !== undefined) ?? ('update' as const),
    at: (row.sentAt ?? row.createdAt).toISOString(),
    outcome: outcomeOf(row),
  }))
  return {
    // A mail queued later may have gone out first.
    mails: mails.toSorted((one, other) => one.at.localeCompare(other.at) || one.id.localeCompare(other.id)),
    isSettled: !due && !isBehind,
  }
}
