import {
  and,
  asc,
  count,
  eq,
  exists,
  gt,
  gte,
  inArray,
  isNotNull,
  isNull,
  lt,
  lte,
  ne,
  notInArray,
  or,
  sql,
  type SQL,
} from 'drizzle-orm'
import { unresolvedStatuses } from '#features/tickets/contract.ts'
import { commentAdded } from '#features/tickets/server/events.ts'
import { desk } from '#features/users/contract.ts'
import { findUser, isEmailBelieved } from '#features/users/server/queries.ts'
import { notFound } from '#platform/contract/errors.ts'
import type { Reader } from '#platform/server/database/query-builder.ts'
import type { LogEntry } from '#platform/server/log/log-entry.ts'
import { clientUsers } from '#tables/client-users.ts'
import { deliveries } from '#tables/deliveries.ts'
import { emailPreferences } from '#tables/email-preferences.ts'
import { events } from '#tables/events.ts'
import { notifications } from '#tables/notifications.ts'
import { setAsideEvents } from '#tables/set-aside-events.ts'
import { ticketParticipants } from '#tables/ticket-participants.ts'
import { tickets } from '#tables/tickets.ts'
import { users } from '#tables/users.ts'
import {
  notificationTypes,
  type EmailPreference,
  type NotificationType,
  type OwnPreference,
} from '../contract.ts'
import { defaultPreference, type Preference } from '../policy.ts'
import { textMessage } from '../texts/server/deliveries.ts'
import { notificationMail } from './deliveries.ts'

type Row = typeof emailPreferences.$inferSelect

export const shapePreference = (row: Row): EmailPreference => ({
  ...row,
  lastSentAt: row.lastSentAt?.toISOString() ?? null,
  createdAt: row.createdAt.toISOString(),
  updatedAt: row.updatedAt.toISOString(),
})

const place = (type: NotificationType) => notificationTypes.indexOf(type)

async function listStored(reader: Reader, userId: string): Promise<Row[]> {
  const rows = await reader.select().from(emailPreferences).where(eq(emailPreferences.userId, userId))
  return rows.sort((one, other) => place(one.notificationType) - place(other.notificationType))
}

/** Lists stored preferences in the order of the types. @throws {AppError} `not_found` */
export async function listPreferences(reader: Reader, userId: string): Promise<EmailPreference[]> {
  if (!(await findUser(reader, userId))) throw notFound()
  return (await listStored(reader, userId)).map(shapePreference)
}

export async function listOwnPreferences(reader: Reader, userId: string): Promise<OwnPreference[]> {
  const stored = new Map((await listStored(reader, userId)).map((row) => [row.notificationType, row]))
  return notificationTypes.map((notificationType) => {
    const row = stored.get(notificationType)
    const { frequency, isEnabled } = row ?? defaultPreference(notificationType)
    return { notificationType, frequency, isEnabled, lastSentAt: row?.lastSentAt?.toISOString() ?? null }
  })
}

export async function hasPreference(reader: Reader, id: string): Promise<boolean> {
  const [row] = await reader
    .select({ id: emailPreferences.id })
    .from(emailPreferences)
    .where(eq(emailPreferences.id, id))
  return row !== undefined
}

export async function findPreferences(reader: Reader, userIds: readonly string[]) {
  const rows =
    userIds.length === 0
      ? []
      : await reader
          .select()
          .from(emailPreferences)
          .where(inArray(emailPreferences.userId, [...new Set(userIds)]))
  const keyOf = (userId: string, type: NotificationType) => `${userId} ${type}`
  const stored = new Map(rows.map((row) => [keyOf(row.userId, row.notificationType), row]))
  return (userId: string, type: NotificationType): Preference =>
    stored.get(keyOf(userId, type)) ?? defaultPreference(type)
}

interface Hour {
  since: Date
  until: Date
}

/** Counts deliveries sent or queued for each user in that hour. */
async function countDelivered(
  reader: Reader,
  userIds: readonly string[],
  { since, until }: Hour,
  isOfSort: SQL | undefined,
): Promise<Map<string, number>> {
  if (userIds.length === 0) return new Map()
  const { userId, createdAt, dueAt, sentAt } = deliveries
  const rows = await reader
    .select({ userId, sent: count() })
    .from(deliveries)
    .where(
      and(
        inArray(userId, [...new Set(userIds)]),
        isOfSort,
        gt(createdAt, since),
        lte(createdAt, until),
        or(isNotNull(dueAt), isNotNull(sentAt)),
      ),
    )
    .groupBy(userId)
  return new Map(rows.map((row) => [row.userId ?? '', row.sent]))
}

export const countMailed = (reader: Reader, userIds: readonly string[], hour: Hour) =>
  countDelivered(
    reader,
    userIds,
    hour,
    and(eq(deliveries.kind, notificationMail.name), sql`${deliveries.payload} ->> 'period' like 'event %'`),
  )

export const countTexted = (reader: Reader, userIds: readonly string[], hour: Hour) =>
  countDelivered(reader, userIds, hour, eq(deliveries.kind, textMessage.name))

/** Counts mails sent since then, or admitted and still pending, except one. */
export const countAdmitted = (
  reader: Reader,
  userId: string,
  since: Date,
  exceptId: string,
): Promise<number> =>
  reader.$count(
    deliveries,
    and(
      eq(deliveries.userId, userId),
      eq(deliveries.kind, notificationMail.name),
      ne(deliveries.id, exceptId),
      or(
        gt(deliveries.sentAt, since),
        and(isNotNull(deliveries.dueAt), sql`${deliveries.payload} @> '{"isAdmitted": true}'`),
      ),
    ),
  )

const pageSize = 200

/** Reads in pages, so that a long list is never in memory as a whole. */
async function* inPages(list: (after: number) => Promise<LogEntry[]>): AsyncGenerator<LogEntry[]> {
  let page: LogEntry[]
  let after = 0
  do {
    page = await list(after)
    after = page.at(-1)?.position ?? after
    if (page.length > 0) yield page
  } while (page.length === pageSize)
}

/** Reads a mail's events, oldest first. */
export const listNotified = (reader: Reader, mailId: string) =>
  inPages(async (after) => {
    const rows = await reader
      .select({ entry: events })
      .from(notifications)
      .innerJoin(events, eq(events.position, notifications.position))
      .where(and(eq(notifications.deliveryId, mailId), gt(notifications.position, after)))
      .orderBy(asc(events.position))
      .limit(pageSize)
    return rows.map(({ entry }) => entry)
  })

/** Lists the events of a mail about one act, oldest first, each with its preference. */
export const listNotifiedOfAct = (reader: Reader, mailId: string) =>
  reader
    .select({ entry: events, notificationType: notifications.notificationType })
    .from(notifications)
    .innerJoin(events, eq(events.position, notifications.position))
    .where(eq(notifications.deliveryId, mailId))
    .orderBy(asc(events.position))

/** Lists the people of the ticket's client who are mailed a comment at once, each with the mail and the event. */
export const listMailed = (reader: Reader, commentId: string) =>
  reader
    .select({
      userId: users.id,
      mailId: deliveries.id,
      isSent: sql<boolean>`${deliveries.sentAt} is not null`,
      isAdmitted: sql<boolean>`${users.emailProvedAt} is not null or ${deliveries.payload} @> '{"isAdmitted": true}'`,
      notificationType: notifications.notificationType,
      entry: events,
    })
    .from(events)
    .innerJoin(notifications, eq(notifications.position, events.position))
    .innerJoin(deliveries, eq(deliveries.id, notifications.deliveryId))
    .innerJoin(tickets, eq(tickets.id, events.ticketId))
    .innerJoin(
      users,
      and(
        eq(users.id, deliveries.userId),
        eq(users.role, 'client'),
        // A stranger may have registered with an address that they never proved.
        isEmailBelieved,
      ),
    )
    .innerJoin(clientUsers, and(eq(clientUsers.userId, users.id), eq(clientUsers.clientId, tickets.clientId)))
    .where(
      and(
        eq(events.subjectId, commentId),
        eq(events.type, commentAdded.type),
        sql`${deliveries.payload} ->> 'period' like 'event %'`,
        or(isNotNull(deliveries.dueAt), isNotNull(deliveries.sentAt)),
      ),
    )

/** Counts what came and went in the period, and what is open now. */
export async function countDesk(reader: Reader, since: Date, until: Date) {
  const { status, assignedToId, createdAt, resolvedAt } = tickets
  const between = (moment: typeof createdAt | typeof resolvedAt) => and(gte(moment, since), lt(moment, until))
  const isOpen = inArray(status, unresolvedStatuses)
  return {
    created: await reader.$count(tickets, between(createdAt)),
    resolved: await reader.$count(tickets, between(resolvedAt)),
    open: await reader.$count(tickets, isOpen),
    unassigned: await reader.$count(tickets, and(isOpen, isNull(assignedToId))),
  }
}

interface Stretch {
  types: readonly string[]
  since: Date
  until: Date
}
const within = ({ types, since, until }: Stretch) =>
  and(inArray(events.type, [...types]), gte(events.at, since), lt(events.at, until))

/** Lists possible readers: creators, assignees and participants, people in charge of a company, and the desk. */
export async function listInvolved(reader: Reader, stretch: Stretch): Promise<string[]> {
  const moved = reader.$with('moved').as(
    reader
      .selectDistinct({
        id: tickets.id,
        by: tickets.createdById,
        to: tickets.assignedToId,
        of: tickets.clientId,
      })
      .from(events)
      .innerJoin(tickets, eq(tickets.id, events.ticketId))
      .where(within(stretch)),
  )
  const rows = await reader
    .with(moved)
    .select({ id: users.id })
    .from(users)
    .where(
      or(
        inArray(users.id, reader.select({ id: moved.by }).from(moved)),
        inArray(users.id, reader.select({ id: moved.to }).from(moved).where(isNotNull(moved.to))),
        inArray(
          users.id,
          reader
            .select({ id: sql<string>`${ticketParticipants.userId}`.as('participant') })
            .from(moved)
            .innerJoin(ticketParticipants, eq(ticketParticipants.ticketId, moved.id))
            .where(isNotNull(ticketParticipants.userId)),
        ),
        inArray(
          users.id,
          reader
            .select({ id: clientUsers.userId })
            .from(moved)
            .innerJoin(clientUsers, eq(clientUsers.clientId, moved.of))
            .where(inArray(clientUsers.role, ['admin', 'contact'])),
        ),
        // Staff are told of the whole desk.
        and(inArray(users.role, [...desk]), exists(reader.select().from(moved))),
      ),
    )
  return rows.map(({ id }) => id)
}

/**
 * Reads the work of others on a user's tickets: filed, assigned, taken part in, or of a company they look after. Excludes
 * events that were set aside, which a summary cannot describe.
 */
export function listDone(
  reader: Reader,
  { id, managedClientIds }: { id: string; managedClientIds: readonly string[] },
  { publicOnly, ...stretch }: Stretch & { publicOnly: boolean },
) {
  const own = [...managedClientIds]
  return inPages(async (after) => {
    const rows = await reader
      .select({ entry: events })
      .from(events)
      .innerJoin(tickets, eq(tickets.id, events.ticketId))
      .where(
        and(
          gt(events.position, after),
          within(stretch),
          publicOnly ? isNotNull(events.publicPosition) : undefined,
          notInArray(
            events.position,
            reader.select({ position: setAsideEvents.position }).from(setAsideEvents),
          ),
          sql`${events.actorId} is distinct from ${id}`,
          sql`(${tickets.createdById} = ${id} or ${tickets.assignedToId} = ${id}
            or exists (select from ${ticketParticipants} p where p.ticket_id = ${tickets.id} and p.user_id = ${id})
            ${own.length > 0 ? sql`or ${inArray(tickets.clientId, own)}` : sql``})`,
        ),
      )
      .orderBy(asc(events.position))
      .limit(pageSize)
    return rows.map(({ entry }) => entry)
  })
}
