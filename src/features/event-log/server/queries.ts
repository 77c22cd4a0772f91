import {
  and,
  asc,
  count,
  desc,
  eq,
  gt,
  inArray,
  isNotNull,
  isNull,
  lte,
  notLike,
  or,
  sql,
  type Placeholder,
} from 'drizzle-orm'
import { prepared, type Database, type Reader } from '#platform/server/database/query-builder.ts'
import type { LogEntry } from '#platform/server/log/log-entry.ts'
import { events } from '#tables/events.ts'
import { logFollowers } from '#tables/log-followers.ts'
import { logHead } from '#tables/log-head.ts'
import { setAsideEvents } from '#tables/set-aside-events.ts'

/** Positions of the newest event: of all, and of those visible to clients. */
export interface Head {
  position: number
  publicPosition: number
}

const headOf = prepared<Record<string, never>, Head[]>('log_head', (reader) =>
  reader.select({ position: logHead.position, publicPosition: logHead.publicPosition }).from(logHead),
)

export async function findHead(reader: Reader): Promise<Head> {
  const [head] = await headOf(reader, {})
  return head ?? { position: 0, publicPosition: 0 }
}

const after = (reader: Reader) =>
  reader
    .select()
    .from(events)
    .where(gt(events.position, sql.placeholder('position')))
    .orderBy(asc(events.position))
/** Fixed limit: with another one PostgreSQL plans each time, which takes longer than reading. */
const few = 50
// Literal in the SQL, not a parameter. The builder accepts SQL, though its types do not.
const fewAtMost = sql.raw(String(few)) as unknown as Placeholder
const fewAfter = prepared<{ position: number }, LogEntry[]>('few_entries_after', (reader) =>
  after(reader).limit(fewAtMost),
)
const entriesAfter = prepared<{ position: number; most: number }, LogEntry[]>('entries_after', (reader) =>
  after(reader).limit(sql.placeholder('most')),
)

/** Lists events after `position`, in the order of their commits. */
export async function listEntriesAfter(reader: Reader, position: number, most: number): Promise<LogEntry[]> {
  if (most < few) return entriesAfter(reader, { position, most })
  const next = await fewAfter(reader, { position })
  return next.length < few || most === few ? next : entriesAfter(reader, { position, most })
}

/** Makes the query of the events up to and with a position, in the order of their commits. */
export function entriesFinder(db: Database) {
  const isAsked = and(
    gt(events.position, sql.placeholder('after')),
    lte(events.position, sql.placeholder('upTo')),
  )
  const query = db.select().from(events).where(isAsked).orderBy(asc(events.position)).prepare('find_entries')
  return (after: number, upTo: number): Promise<LogEntry[]> => query.execute({ after, upTo })
}

/** Position of a statement's snapshot, for its counts: a change is committed with its events. */
export const positionSeen = sql<number>`(select ${logHead}.position from ${logHead})`.mapWith(Number)

const lastHeard = sql`(select last.position from ${events} last where last.public_position <= ${sql.placeholder('publicPosition')}
  order by last.public_position desc limit 1)`

/**
 * Lists events for clients: public ones after `publicPosition`, and others without a ticket up to `position`,
 * such as assignments to a company. Sign-ins, which are many, are left out.
 */
export const listEntriesForClients = prepared<
  { publicPosition: number; position: number; most: number },
  LogEntry[]
>('entries_for_clients', (reader) =>
  reader
    .select()
    .from(events)
    .where(
      and(
        gt(events.position, sql`coalesce(${lastHeard}, 0)`),
        lte(events.position, sql.placeholder('position')),
        or(isNotNull(events.publicPosition), and(isNull(events.ticketId), notLike(events.type, 'auth.%'))),
      ),
    )
    .orderBy(asc(events.position))
    .limit(sql.placeholder('most')),
)

/** Lists a ticket's newest events of these types, at most a thousand, oldest first. */
export async function listTicketEntries(
  reader: Reader,
  ticketId: string,
  types: readonly string[],
): Promise<LogEntry[]> {
  const newest = await reader
    .select()
    .from(events)
    .where(and(eq(events.ticketId, ticketId), inArray(events.type, [...types])))
    .orderBy(desc(events.position))
    .limit(1000)
  return newest.toReversed()
}

export async function listSubjectsOf(
  reader: Reader,
  type: string,
  ids: readonly string[],
): Promise<string[]> {
  if (ids.length === 0) return []
  const rows = await reader
    .select({ subjectId: events.subjectId })
    .from(events)
    .where(and(inArray(events.subjectId, [...ids]), eq(events.type, type)))
  return rows.flatMap(({ subjectId }) => subjectId ?? [])
}

export async function listSetAside(reader: Reader, follower: string): Promise<LogEntry[]> {
  const rows = await reader
    .select({ entry: events })
    .from(setAsideEvents)
    .innerJoin(events, eq(events.position, setAsideEvents.position))
    .where(eq(setAsideEvents.follower, follower))
    .orderBy(asc(events.position))
    .limit(1000)
  return rows.map(({ entry }) => entry)
}

export async function countSetAside(reader: Reader): Promise<number> {
  const [row] = await reader.select({ rows: count() }).from(setAsideEvents)
  return row?.rows ?? 0
}

export interface Lag {
  events: number
  /** Time of the next event. */
  since: Date | undefined
}

export async function findLag(reader: Reader, position: number): Promise<Lag> {
  const [next] = await listEntriesAfter(reader, position, 1)
  if (!next) return { events: 0, since: undefined }
  const head = await findHead(reader)
  return { events: head.position - position, since: next.at }
}

export async function listFollowerLags(reader: Reader): Promise<(Lag & { name: string })[]> {
  const followers = await reader.select().from(logFollowers).orderBy(asc(logFollowers.name))
  return Promise.all(
    followers.map(async ({ name, position }) => ({ name, ...(await findLag(reader, position)) })),
  )
}

/** Tells whether a follower at `position` misses an event from before `before`. */
export async function isBehind(reader: Reader, position: number, before: Date): Promise<boolean> {
  const [next] = await listEntriesAfter(reader, position, 1)
  return next !== undefined && next.at < before
}

/** Tells whether a follower misses an event from before `before`; one that has never begun does not. */
export async function isFollowerBehind(reader: Reader, name: string, before: Date): Promise<boolean> {
  const [row] = await reader
    .select({ position: logFollowers.position })
    .from(logFollowers)
    .where(eq(logFollowers.name, name))
  return row !== undefined && isBehind(reader, row.position, before)
}
