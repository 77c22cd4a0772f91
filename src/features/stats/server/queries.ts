import { and, asc, count, gte, inArray, lt, sql, type SQL } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import { priorities, statuses, type Status, unresolvedStatuses } from '#features/tickets/contract.ts'
import { edgeOf } from '#features/ticket-list/server/public/age-edge.ts'
import { isOneOf } from '#platform/contract/narrowing.ts'
import { edgesOfDay, startsOfDays } from '#platform/server/clock.ts'
import type { Reader } from '#platform/server/database/query-builder.ts'
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
import type { Summing, Sums } from '#features/ticket-list/server/public/sums.ts'
import type { Totals } from '#features/ticket-list/server/public/totals.ts'

const isOpen = (status: Status) => isOneOf(unresolvedStatuses, status)
const isUnresolved = inArray(tickets.status, [...unresolvedStatuses])

/** A sum of spans of time, in milliseconds. Not the sum of numbers: those would be decimal, which take several times as long to add. */
export const sumOfSpans = (from: AnyPgColumn, to: AnyPgColumn) =>
  sql`coalesce(extract(epoch from sum(${to} - ${from})) * 1000, 0)`

/** Sums over all tickets. */
const answered: Summing = {
  key: 'answered',
  rows: sql`select unnest(array[${tickets.status}, 'answered', 'waitedMs']), unnest(array[count(*), count(${tickets.firstResponseAt}),
    ${sumOfSpans(tickets.createdAt, tickets.firstResponseAt)}]) from ${tickets} group by ${tickets.status}`,
  of: ({ status }) => ({ [status]: 1 }),
  ofAnswer: (waitedMs) => ({ answered: 1, waitedMs }),
}

/** The numbers of these statuses together. */
export const sumOf = (sums: Sums, names: readonly string[]) =>
  names.reduce((all, name) => all + (sums[name] ?? 0), 0)

/** Everything about all tickets. */
export async function findStats(sum: Totals['sum']): Promise<Stats> {
  const sums = await sum(answered)
  const [total, open] = [sumOf(sums, statuses), sumOf(sums, unresolvedStatuses)]
  const { answered: answers = 0, waitedMs = 0 } = sums
  return {
    totalTickets: total,
    openTickets: open,
    avgResponseTime: answers === 0 ? 'N/A' : durationWords(waitedMs / 1000 / answers),
    resolutionRate: total === 0 ? 0 : Math.round((100 * (total - open)) / total),
  }
}

const needing: Summing = {
  key: 'needing',
  rows: sql`select 'unassigned', count(*) from ${tickets} where ${isUnresolved} and ${tickets.assignedToId} is null
    union all select 'waitingForUs', count(*) from ${tickets} where ${tickets.turn} = 'us'`,
  of: ({ status, assignedToId, turn }) => ({
    unassigned: isOpen(status) && assignedToId === null ? 1 : 0,
    waitingForUs: turn === 'us' ? 1 : 0,
  }),
}

/** Finds the figures that somebody has to see to first, as the lists that they lead to find them. */
export async function findNeeds(reader: Reader, sum: Totals['sum']): Promise<Needs> {
  const longest = reader
    .select({
      id: tickets.id,
      ticketNumber: tickets.ticketNumber,
      subject: tickets.subject,
      since: tickets.turnSince,
    })
    .from(tickets)
    // As the condition of the index has it.
    .where(sql`${tickets.turn} = 'us'`)
    .orderBy(asc(tickets.turnSince), asc(tickets.id))
    .limit(1)
  const [{ unassigned = 0, waitingForUs = 0 }, [oldest]] = await Promise.all([sum(needing), longest])
  return {
    unassigned,
    waitingForUs,
    longestWait: oldest?.since ? { ...oldest, since: oldest.since.toISOString() } : null,
  }
}

/** The number of a moment's period, counted from 1; each ends where the next begins, the last not at all. Zero: it is before all. */
const periodOf = (moment: string, starts: readonly string[]) =>
  starts.findLastIndex((start) => start <= moment) + 1

/**
 * How many tickets were created and resolved in each of these periods.
 * @param key what the tickets depend on
 * @param which the tickets that count; absent: all
 */
export function byPeriod(key: string, starts: readonly Date[], which?: SQL): Summing {
  const edges = starts.map((start) => start.toISOString())
  const rowsOf = (name: string, moment: AnyPgColumn) =>
    sql`select ${sql.raw(`'${name} '`)} || width_bucket(${moment}, ${sql.param(edges)}::timestamptz[]), count(*) from ${tickets}
      where ${and(which, gte(moment, starts[0]))} group by 1`
  return {
    key: `${key} by period of ${edges.at(-1)}`,
    rows: sql`${rowsOf('created', tickets.createdAt)} union all ${rowsOf('resolved', tickets.resolvedAt)}`,
    of: ({ createdAt, resolvedAt }) => ({
      [`created ${periodOf(createdAt, edges)}`]: 1,
      ...(resolvedAt !== null && { [`resolved ${periodOf(resolvedAt, edges)}`]: 1 }),
    }),
  }
}

/** The numbers of `byPeriod`, period by period. */
export const periodsOf = (sums: Sums, starts: readonly Date[]) =>
  starts.map((start, place) => ({
    start,
    created: sums[`created ${place + 1}`] ?? 0,
    resolved: sums[`resolved ${place + 1}`] ?? 0,
  }))

const backlog: Summing = {
  key: 'backlog',
  rows: sql`select ${tickets.status} || ' ' || ${tickets.priority}, count(*) from ${tickets} where ${isUnresolved}
    group by ${tickets.status}, ${tickets.priority}`,
  of: ({ status, priority }) => (isOpen(status) ? { [`${status} ${priority}`]: 1 } : {}),
}

const youngAges = ['today', 'week', 'month'] as const

/** Unresolved tickets that are not older than a month, by status. Ages pass also while nothing happens: the question is another each minute. */
function young(now: Date, timeZone: string): Summing {
  const edges = youngAges.map((age) => [age, edgeOf(age, now, timeZone).toISOString()] as const)
  const [, , [, oldest] = ['', '']] = edges
  const rows = edges.map(
    ([age, edge]) => sql`select ${tickets.status} || ${sql.raw(`' ${age}'`)}, count(*) from ${tickets}
      where ${isUnresolved} and ${tickets.createdAt} >= ${edge} group by ${tickets.status}`,
  )
  return {
    key: `young ${oldest}`,
    rows: sql.join(rows, sql` union all `),
    of: ({ status, createdAt }) =>
      Object.fromEntries(
        edges.map(([age, edge]) => [`${status} ${age}`, isOpen(status) && createdAt >= edge ? 1 : 0]),
      ),
  }
}

const countInBand: Record<AgeBand, (sums: Sums, status: Status) => number> = {
  today: (sums, status) => sumOf(sums, [`${status} today`]),
  '2-7': (sums, status) => sumOf(sums, [`${status} week`]) - sumOf(sums, [`${status} today`]),
  '8-30': (sums, status) => sumOf(sums, [`${status} month`]) - sumOf(sums, [`${status} week`]),
  older: (sums, status) =>
    sumOf(
      sums,
      priorities.map((priority) => `${status} ${priority}`),
    ) - sumOf(sums, [`${status} month`]),
}

/** The tickets of the last days, and the backlog. */
export async function findOverview(sum: Totals['sum'], now: Date, timeZone: string): Promise<Overview> {
  const starts = startsOfDays(now, daysTold, timeZone)
  const sums = await sum(byPeriod('all', starts), backlog, young(now, timeZone))
  const nameOf = dayNames(timeZone)
  return {
    days: periodsOf(sums, starts).map(({ start, ...counts }) => ({ day: nameOf(start), ...counts })),
    byPriority: unresolvedStatuses
      .flatMap((status) =>
        priorities.map((priority) => ({ status, priority, tickets: sumOf(sums, [`${status} ${priority}`]) })),
      )
      .filter((one) => one.tickets > 0),
    byAge: ageBands.flatMap((age) =>
      unresolvedStatuses.map((status) => ({ age, status, tickets: countInBand[age](sums, status) })),
    ),
  }
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
