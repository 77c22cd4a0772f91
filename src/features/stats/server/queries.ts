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
  daysShown,
  dayTicketsShown,
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

/** Sums intervals, in milliseconds. Summing decimals takes several times as long. */
export const sumOfSpans = (from: AnyPgColumn, to: AnyPgColumn) =>
  sql`coalesce(extract(epoch from sum(${to} - ${from})) * 1000, 0)`

const answered: Summing = {
  key: 'answered',
  rows: sql`select unnest(array[${tickets.status}, 'answered', 'waitedMs']), unnest(array[count(*), count(${tickets.firstResponseAt}),
    ${sumOfSpans(tickets.createdAt, tickets.firstResponseAt)}]) from ${tickets} group by ${tickets.status}`,
  of: ({ status }) => ({ [status]: 1 }),
  ofAnswer: (waitedMs) => ({ answered: 1, waitedMs }),
}

export const sumOf = (sums: Sums, names: readonly string[]) =>
  names.reduce((all, name) => all + (sums[name] ?? 0), 0)

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

/** Finds urgent figures by the conditions of the lists that they lead to. */
export async function findNeeds(reader: Reader, sum: Totals['sum']): Promise<Needs> {
  const longest = reader
    .select({
      id: tickets.id,
      ticketNumber: tickets.ticketNumber,
      subject: tickets.subject,
      since: tickets.turnSince,
    })
    .from(tickets)
    // Must match the condition of the index.
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

/** Finds the period of a moment, from 1; zero before the first. The last one never ends. */
const periodOf = (moment: string, starts: readonly string[]) =>
  starts.findLastIndex((start) => start <= moment) + 1

/** @param key names the dependencies of the sum @param which tickets; absent: all */
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

/** Counts tickets up to a month old. Ages move with time, so the query changes each minute. */
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

export async function findOverview(sum: Totals['sum'], now: Date, timeZone: string): Promise<Overview> {
  const starts = startsOfDays(now, daysShown, timeZone)
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

export const dayNames = (timeZone: string) => {
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' })
  return (start: Date) => format.format(start)
}

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
      .limit(dayTicketsShown)
    return { total: counted?.total ?? 0, tickets: listed }
  }
  return { created: await list(tickets.createdAt), resolved: await list(tickets.resolvedAt) }
}
