import { and, asc, desc, eq, gt, inArray, isNotNull, isNull, lt, or, sql } from 'drizzle-orm'
import { isFollowerBehind } from '#features/event-log/server/queries.ts'
import { commentAdded } from '#features/tickets/server/events.ts'
import { personColumns } from '#features/users/server/queries.ts'
import type { Reader } from '#platform/server/database/query-builder.ts'
import { deliveries } from '#tables/deliveries.ts'
import { events } from '#tables/events.ts'
import { notifications } from '#tables/notifications.ts'
import { ticketMails } from '#tables/ticket-mails.ts'
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

/** Comment that a mail carries. */
const carried = sql<string | null>`(
  select e.subject_id from ${notifications} n join ${events} e using (position)
  where n.delivery_id = ${id} and e.type = ${commentAdded.type} limit 1)`

type Row = Pick<typeof ticketMails.$inferSelect, 'bounce' | 'bouncedAt'>

const shapeBounce = ({ bounce: reason, bouncedAt }: Row): TicketMail['bounce'] =>
  reason === null ? null : { reason, at: bouncedAt?.toISOString() ?? null }

/** Lists mails with comments that wait for their first try. */
async function listQueued(reader: Reader, ticketId: string): Promise<TicketMails['queued']> {
  const rows = await reader
    .select({ id, to: personColumns, commentId: carried })
    .from(deliveries)
    .innerJoin(users, eq(users.id, userId))
    .where(
      and(
        eq(kind, notificationMail.name),
        inArray(id, about(reader, ticketId)),
        isNotNull(dueAt),
        isNull(failure),
        // Gathered ones tell of it at another time.
        sql`${deliveries.payload} ->> 'period' like 'event %'`,
      ),
    )
    .orderBy(asc(createdAt), asc(id))
    .limit(mostMails)
  return rows.filter(({ commentId }) => commentId !== null)
}

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
      failure,
      createdAt,
      commentId: carried,
      bounce: ticketMails.bounce,
      bouncedAt: ticketMails.bouncedAt,
    })
    .from(deliveries)
    .innerJoin(users, eq(users.id, userId))
    .leftJoin(ticketMails, eq(ticketMails.deliveryId, id))
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
    failure: row.failure,
    commentId: row.commentId,
    bounce: shapeBounce(row),
  }))
  return {
    // A mail queued later may have gone out first.
    mails: mails.toSorted((one, other) => one.at.localeCompare(other.at) || one.id.localeCompare(other.id)),
    queued: await listQueued(reader, ticketId),
    isSettled: !due && !isBehind,
  }
}
