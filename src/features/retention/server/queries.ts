import { TZDate } from '@date-fns/tz'
import {
  and,
  asc,
  eq,
  exists,
  gt,
  gte,
  inArray,
  isNull,
  lt,
  ne,
  notExists,
  or,
  sql,
  type SQL,
} from 'drizzle-orm'
import { addDays, subMonths } from 'date-fns'
import { canReceiveMail, personColumns } from '#features/users/server/queries.ts'
import { unresolvedStatuses } from '#features/tickets/contract.ts'
import { demoStarted } from '#features/demo/server/events.ts'
import { ticketRestored } from '#features/tickets/server/events.ts'
import type { FactCatalogue } from '#platform/server/log/fact.ts'
import type { Reader } from '#platform/server/database/query-builder.ts'
import { attachments } from '#tables/attachments.ts'
import { chatMessages } from '#tables/chat-messages.ts'
import { deletedThings } from '#tables/deleted-things.ts'
import { events } from '#tables/events.ts'
import { retentionRules } from '#tables/retention-rules.ts'
import { sessions } from '#tables/sessions.ts'
import { tickets } from '#tables/tickets.ts'
import { users } from '#tables/users.ts'
import { retentionKinds, type RetentionKind, type RetentionPreview, type RetentionRule } from '../contract.ts'

/** Subtracts months in UTC. The 31st becomes the last day of a shorter month. */
export const monthsBefore = (now: Date, months: number): Date =>
  new Date(subMonths(new TZDate(now, 'UTC'), months).getTime())

/** Lists every kind; without a row nothing is deleted. */
export async function listRules(reader: Reader): Promise<RetentionRule[]> {
  const rows = await reader
    .select({ rule: retentionRules, changedBy: personColumns })
    .from(retentionRules)
    .leftJoin(users, eq(users.id, retentionRules.changedBy))
  return retentionKinds.map((kind) => {
    const found = rows.find(({ rule }) => rule.kind === kind)
    return {
      kind,
      months: found?.rule.months ?? null,
      changedBy: found?.changedBy ?? null,
      changedAt: found?.rule.updatedAt.toISOString() ?? null,
    }
  })
}

export async function findRule(reader: Reader, kind: RetentionKind) {
  const [row] = await reader.select().from(retentionRules).where(eq(retentionRules.kind, kind))
  return row
}

/** Longest time without events at any desk. */
const slackDays = 7

/**
 * Selects resolved or closed tickets without later use or a waiting client. Chat and restoring do not change
 * their times, so both are checked.
 */
const oldTickets = (reader: Reader, before: Date) =>
  and(
    sql`${tickets.status} in ('resolved', 'closed')`,
    lt(sql`coalesce(${tickets.resolvedAt}, ${tickets.updatedAt})`, before),
    lt(tickets.updatedAt, before),
    or(isNull(tickets.turn), ne(tickets.turn, 'us')),
    notExists(
      reader
        .select({ one: sql`1` })
        .from(chatMessages)
        .where(and(eq(chatMessages.ticketId, tickets.id), gte(chatMessages.createdAt, before))),
    ),
    notExists(
      reader
        .select({ one: sql`1` })
        .from(events)
        .where(
          and(eq(events.ticketId, tickets.id), eq(events.type, ticketRestored.type), gte(events.at, before)),
        ),
    ),
  )

/** Selects clients without activity or help since, and without a session. */
const inactivePeople = (reader: Reader, before: Date, now: Date) =>
  and(
    eq(users.role, 'client'),
    isNull(users.erasedAt),
    canReceiveMail,
    lt(users.createdAt, before),
    // Requires a log that reaches back that far: in a shortened or younger log activity is unknown. A log
    // with an equal rule was shortened to this very moment.
    exists(
      reader
        .select({ one: sql`1` })
        .from(events)
        .where(
          and(
            lt(events.at, addDays(before, slackDays)),
            isNull(events.ticketId),
            ne(events.type, demoStarted.type),
          ),
        ),
    ),
    notExists(
      reader
        .select({ one: sql`1` })
        .from(events)
        .where(and(eq(events.actorId, users.id), gte(events.at, before))),
    ),
    notExists(
      reader
        .select({ one: sql`1` })
        .from(sessions)
        .where(and(eq(sessions.userId, users.id), gt(sessions.expire, now))),
    ),
    notExists(
      reader
        .select({ one: sql`1` })
        .from(tickets)
        .where(
          and(
            eq(tickets.createdById, users.id),
            sql`(${inArray(tickets.status, [...unresolvedStatuses])} or ${gte(tickets.updatedAt, before)})`,
          ),
        ),
    ),
  )

/** Keeps the history of present and restorable tickets, and the start of demo data for the audit log. */
const oldEntries = (reader: Reader, before: Date): SQL | undefined =>
  and(
    lt(events.at, before),
    ne(events.type, demoStarted.type),
    notExists(
      reader
        .select({ one: sql`1` })
        .from(tickets)
        .where(eq(tickets.id, events.ticketId)),
    ),
    notExists(
      reader
        .select({ one: sql`1` })
        .from(deletedThings)
        .where(eq(deletedThings.id, events.ticketId)),
    ),
  )

export const listOldTickets = (reader: Reader, before: Date, most: number) =>
  reader
    .select({
      id: tickets.id,
      name: sql<string>`${tickets.ticketNumber} || ' ' || ${tickets.subject}`,
      at: tickets.updatedAt,
    })
    .from(tickets)
    .where(oldTickets(reader, before))
    .orderBy(asc(tickets.updatedAt), asc(tickets.id))
    .limit(most)

/** Longest known first. */
export const listInactivePeople = (reader: Reader, before: Date, now: Date, most: number) =>
  reader
    .select({
      id: users.id,
      name: sql<string>`trim(${users.firstName} || ' ' || ${users.lastName})`,
      at: users.createdAt,
    })
    .from(users)
    .where(inactivePeople(reader, before, now))
    .orderBy(asc(users.createdAt), asc(users.id))
    .limit(most)

/** Oldest first. @param after position to start behind; absent: the beginning */
export const listOldEntries = (reader: Reader, before: Date, most: number, after?: number) =>
  reader
    .select({ position: events.position, name: events.type, at: events.at })
    .from(events)
    .where(and(oldEntries(reader, before), after === undefined ? undefined : gt(events.position, after)))
    .orderBy(asc(events.position))
    .limit(most)

export async function isStillOld(
  reader: Reader,
  kind: 'tickets' | 'people',
  id: string,
  before: Date,
  now: Date,
) {
  const found =
    kind === 'tickets'
      ? await reader.$count(tickets, and(eq(tickets.id, id), oldTickets(reader, before)))
      : await reader.$count(users, and(eq(users.id, id), inactivePeople(reader, before, now)))
  return found > 0
}

const shown = 10

/** Counts what a rule would delete now, with the oldest examples. @param facts name the log entries */
export async function previewRule(
  reader: Reader,
  kind: RetentionKind,
  months: number,
  now: Date,
  facts: FactCatalogue,
): Promise<RetentionPreview> {
  const before = monthsBefore(now, months)
  const oldest = {
    tickets: () => listOldTickets(reader, before, shown),
    people: () => listInactivePeople(reader, before, now, shown),
    log: () => listOldEntries(reader, before, shown),
  }
  const counted = {
    tickets: () => reader.$count(tickets, oldTickets(reader, before)),
    people: () => reader.$count(users, inactivePeople(reader, before, now)),
    log: () => reader.$count(events, oldEntries(reader, before)),
  }
  const ofFiles = async () => {
    if (kind !== 'tickets') return 0
    const taken = reader.select({ id: tickets.id }).from(tickets).where(oldTickets(reader, before))
    return reader.$count(attachments, inArray(attachments.ticketId, taken))
  }
  return {
    count: await counted[kind](),
    files: await ofFiles(),
    oldest: (await oldest[kind]()).map(({ name, at }) => ({
      name: kind === 'log' ? (facts.kindOf({ type: name })?.says() ?? name) : name,
      at: at.toISOString(),
    })),
  }
}
