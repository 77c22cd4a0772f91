import { and, asc, count, eq, gte, inArray, isNull, lt, sql, type SQL } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { type Age, type Priority, type Status, unresolvedStatuses } from '#features/tickets/contract.ts'
import { edgeOf } from '#features/tickets/server/queries.ts'
import { isOneOf } from '#platform/contract/narrowing.ts'
import { edgesOfDay, startsOfDays } from '#platform/server/clock.ts'
import type { Reader } from '#platform/server/database/database.ts'
import { tickets } from '#tables/tickets.ts'
import {
  ageBands,
  daysTold,
  dayTicketsTold,
  type AgeBand,
  type DayDetail,
  type Needs,
  type Overview,
  type Stats,
} from '../contract.ts'
import { durationWords } from './duration.ts'

const number = (of: SQL) => sql<number>`${of}`.mapWith(Number)
export const isOpen = (status: Status) => isOneOf(unresolvedStatuses, status)
const sum = <T>(rows: readonly T[], of: (row: T) => number) => rows.reduce((all, row) => all + of(row), 0)

/** Everything about all tickets. It reads one index and no ticket. */
export async function findStats(reader: Reader): Promise<Stats> {
  const rows = await reader
    .select({
      status: tickets.status,
      tickets: number(sql`count(*)`),
      answered: number(sql`count(${tickets.firstResponseAt})`),
      // Not the sum of seconds: those would be decimal numbers, which take several times as long to add.
      waitedS: number(
        sql`coalesce(extract(epoch from sum(${tickets.firstResponseAt} - ${tickets.createdAt})), 0)`,
      ),
    })
    .from(tickets)
    .groupBy(tickets.status)
  const total = sum(rows, (row) => row.tickets)
  const open = sum(
    rows.filter(({ status }) => isOpen(status)),
    (row) => row.tickets,
  )
  const answered = sum(rows, (row) => row.answered)
  return {
    totalTickets: total,
    openTickets: open,
    avgResponseTime: answered === 0 ? 'N/A' : durationWords(sum(rows, (row) => row.waitedS) / answered),
    resolutionRate: total === 0 ? 0 : Math.round((100 * (total - open)) / total),
  }
}

/** What somebody has to see to first, as the lists that it leads to find it. */
export async function findNeeds(reader: Reader): Promise<Needs> {
  const isOurs = eq(tickets.turn, 'us')
  const [oldest] = await reader
    .select({
      id: tickets.id,
      ticketNumber: tickets.ticketNumber,
      subject: tickets.subject,
      since: tickets.turnSince,
    })
    .from(tickets)
    .where(isOurs)
    .orderBy(asc(tickets.turnSince), asc(tickets.id))
    .limit(1)
  const isNobodys = and(inArray(tickets.status, [...unresolvedStatuses]), isNull(tickets.assignedToId))
  return {
    unassigned: await reader.$count(tickets, isNobodys),
    waitingForUs: await reader.$count(tickets, isOurs),
    longestWait: oldest?.since ? { ...oldest, since: oldest.since.toISOString() } : null,
  }
}

/** The tickets of the last days, and the backlog. */
export async function findOverview(reader: Reader, now: Date, timeZone: string): Promise<Overview> {
  const starts = startsOfDays(now, daysTold, timeZone)
  const created = await countByPeriod(reader, tickets.createdAt, starts)
  const resolved = await countByPeriod(reader, tickets.resolvedAt, starts)
  const nameOf = dayNames(timeZone)
  return {
    days: starts.map((start, place) => ({
      day: nameOf(start),
      created: created.get(place + 1) ?? 0,
      resolved: resolved.get(place + 1) ?? 0,
    })),
    ...(await countOpen(reader, now, timeZone)),
  }
}

/**
 * How many moments of a column fall into each of these periods, counted from 1; each ends where the next begins, the last not at all.
 * @param which the tickets that count; absent: all
 */
export async function countByPeriod(
  reader: Reader,
  moment: AnyPgColumn,
  starts: readonly Date[],
  which?: SQL,
): Promise<Map<number, number>> {
  const edges = sql`${sql.param(starts.map((start) => start.toISOString()))}::timestamptz[]`
  const rows = await reader
    .select({ period: number(sql`width_bucket(${moment}, ${edges})`), tickets: number(sql`count(*)`) })
    .from(tickets)
    .where(and(which, gte(moment, starts[0])))
    .groupBy(sql`1`)
  return new Map(rows.map(({ period, tickets }) => [period, tickets]))
}

/** Days as they are told, by the moments at which they begin. */
export const dayNames = (timeZone: string) => {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' })
  return (start: Date) => format.format(start)
}

/** The tickets behind the numbers of a day. */
export async function findDay(reader: Reader, day: string, timeZone: string): Promise<DayDetail> {
  const { from, to } = edgesOfDay(day, timeZone)
  const list = async (moment: typeof tickets.createdAt | typeof tickets.resolvedAt) => {
    const within = and(gte(moment, from), lt(moment, to))
    const [counted] = await reader.select({ total: count() }).from(tickets).where(within)
    const listed = await reader
      .select({
        id: tickets.id,
        ticketNumber: tickets.ticketNumber,
        subject: tickets.subject,
        status: tickets.status,
        priority: tickets.priority,
      })
      .from(tickets)
      .where(within)
      .orderBy(asc(moment), asc(tickets.id))
      .limit(dayTicketsTold)
    return { total: counted?.total ?? 0, tickets: listed }
  }
  return { created: await list(tickets.createdAt), resolved: await list(tickets.resolvedAt) }
}

interface OpenCount {
  status: Status
  priority: Priority
  tickets: number
  today: number
  week: number
  month: number
}

async function countOpen(reader: Reader, now: Date, timeZone: string) {
  const since = (age: Age) =>
    number(sql`count(*) filter (where ${tickets.createdAt} >= ${edgeOf(age, now, timeZone).toISOString()})`)
  const rows: OpenCount[] = await reader
    .select({
      status: tickets.status,
      priority: tickets.priority,
      tickets: number(sql`count(*)`),
      today: since('today'),
      week: since('week'),
      month: since('month'),
    })
    .from(tickets)
    .where(inArray(tickets.status, [...unresolvedStatuses]))
    .groupBy(tickets.status, tickets.priority)
  const ofBand: Record<AgeBand, (row: OpenCount) => number> = {
    today: ({ today }) => today,
    '2-7': ({ week, today }) => week - today,
    '8-30': ({ month, week }) => month - week,
    older: ({ tickets, month }) => tickets - month,
  }
  return {
    byPriority: rows.map(({ status, priority, tickets }) => ({ status, priority, tickets })),
    byAge: ageBands.flatMap((age) =>
      unresolvedStatuses.map((status) => ({
        age,
        status,
        tickets: sum(
          rows.filter((row) => row.status === status),
          ofBand[age],
        ),
      })),
    ),
  }
}
