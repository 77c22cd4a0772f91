import { and, asc, desc, eq, gt, gte, inArray, lt, type SQL } from 'drizzle-orm'
import { demoStarted } from '#features/demo/server/events.ts'
import { listPeople } from '#features/users/server/queries.ts'
import { edgesOfDay } from '#platform/server/clock.ts'
import type { Reader } from '#platform/server/database/query-builder.ts'
import type { FactCatalogue } from '#platform/server/log/fact.ts'
import type { LogEntry } from '#platform/server/log/log-entry.ts'
import { clients } from '#tables/clients.ts'
import { events } from '#tables/events.ts'
import { products } from '#tables/products.ts'
import { tickets } from '#tables/tickets.ts'
import type { AuditEntry, AuditFilter, AuditPage, AuditQuery, EventGroup } from '../contract.ts'
import { idsIn, shapeEntry, type AuditNames, type Words } from './shape-entry.ts'

const isDay = (moment: string) => moment.length === 10
const startOf = (moment: string, timeZone: string) =>
  isDay(moment) ? edgesOfDay(moment, timeZone).from : new Date(moment)
const endOf = (moment: string, timeZone: string) =>
  isDay(moment) ? edgesOfDay(moment, timeZone).to : new Date(moment)

/** Demo data tells of days before it was loaded, also after it was removed. */
async function hasToldOfFormerDays(reader: Reader): Promise<boolean> {
  const found = await reader
    .select({ position: events.position })
    .from(events)
    .where(eq(events.type, demoStarted.type))
    .limit(1)
  return found.length > 0
}

/** Bound of disorder between positions and times: work begins before its commit, and clocks differ. */
const disorderMs = 60 * 60 * 1000
const moved = (moment: Date, ms: number) => new Date(moment.getTime() + ms)

/** Limits the log to two moments by positions, which follow times within an hour. */
async function boundsOf(reader: Reader, { from, to }: AuditFilter, timeZone: string) {
  if (from === undefined && to === undefined) return []
  const start = from === undefined ? undefined : startOf(from, timeZone)
  const end = to === undefined ? undefined : endOf(to, timeZone)
  const bounds: SQL[] = []
  if (start) bounds.push(gte(events.at, start))
  if (end) bounds.push(lt(events.at, end))
  if (await hasToldOfFormerDays(reader)) return bounds
  const nearest = (where: SQL, order: SQL) =>
    reader.select({ position: events.position }).from(events).where(where).orderBy(order).limit(1)
  if (start) {
    const [before] = await nearest(lt(events.at, moved(start, -disorderMs)), desc(events.at))
    if (before) bounds.push(gt(events.position, before.position))
  }
  if (end) {
    const [after] = await nearest(gte(events.at, moved(end, disorderMs)), asc(events.at))
    if (after) bounds.push(lt(events.position, after.position))
  }
  return bounds
}

const newest = (reader: Reader, where: (SQL | undefined)[], most: number): Promise<LogEntry[]> =>
  reader
    .select()
    .from(events)
    .where(and(...where))
    .orderBy(desc(events.position))
    .limit(most)

async function listEntries(
  reader: Reader,
  filter: AuditFilter,
  timeZone: string,
  before: number | undefined,
  most: number,
): Promise<LogEntry[]> {
  const { type, actorId, subject } = filter
  const where = [
    type === undefined ? undefined : eq(events.type, type),
    actorId === undefined ? undefined : eq(events.actorId, actorId),
    before === undefined ? undefined : lt(events.position, before),
    ...(await boundsOf(reader, filter, timeZone)),
  ]
  if (subject === undefined) return newest(reader, where, most)
  // Two index scans, by subject and by ticket; one query for both would have to sort.
  const [ofSubject, ofTicket] = await Promise.all([
    newest(reader, [...where, eq(events.subjectId, subject)], most),
    newest(reader, [...where, eq(events.ticketId, subject)], most),
  ])
  return [...new Map([...ofSubject, ...ofTicket].map((entry) => [entry.position, entry])).values()]
    .sort((one, other) => other.position - one.position)
    .slice(0, most)
}

async function findKnown(reader: Reader, entries: readonly LogEntry[]): Promise<AuditNames> {
  const ids = [...new Set(entries.flatMap(idsIn))]
  const ticketIds = [...new Set(entries.flatMap(({ ticketId }) => ticketId ?? []))]
  const [people, ofClients, ofProducts, ofTickets] = await Promise.all([
    listPeople(reader, ids),
    reader.select({ id: clients.id, name: clients.name }).from(clients).where(inArray(clients.id, ids)),
    reader.select({ id: products.id, name: products.name }).from(products).where(inArray(products.id, ids)),
    reader
      .select({ id: tickets.id, name: tickets.ticketNumber })
      .from(tickets)
      .where(inArray(tickets.id, ticketIds)),
  ])
  return {
    people: new Map(people.map((person) => [person.id, person])),
    names: new Map([...ofClients, ...ofProducts, ...ofTickets].map(({ id, name }) => [id, name])),
  }
}

async function shaped(reader: Reader, entries: readonly LogEntry[], words: Words): Promise<AuditEntry[]> {
  const known = await findKnown(reader, entries)
  return entries.map((entry) => shapeEntry(entry, known, words))
}

export const groupTypes = ({ kinds }: FactCatalogue): EventGroup[] =>
  [...Map.groupBy(kinds, (kind) => kind.heading())].map(([heading, some]) => ({
    heading,
    types: some.map((kind) => ({ type: kind.type, says: kind.says() })),
  }))

interface Place {
  words: Words
  timeZone: string
}

export async function listAudit(
  reader: Reader,
  { limit, before, ...filter }: AuditQuery,
  { words, timeZone }: Place,
): Promise<AuditPage> {
  const found = await listEntries(reader, filter, timeZone, before, limit + 1)
  const entries = await shaped(reader, found.slice(0, limit), words)
  return { entries, next: found.length > limit ? (entries.at(-1)?.position ?? null) : null }
}

const atOnce = 500

/** Streams the log as of now, newest first, until `requireStanding` throws. */
export async function* readAudit(
  reader: Reader,
  filter: AuditFilter,
  { words, timeZone }: Place,
  requireStanding: () => Promise<void>,
): AsyncGenerator<AuditEntry> {
  let before: number | undefined
  for (;;) {
    if (before !== undefined) await requireStanding()
    const some = await listEntries(reader, filter, timeZone, before, atOnce)
    yield* await shaped(reader, some, words)
    before = some.at(-1)?.position
    if (some.length < atOnce) return
  }
}
