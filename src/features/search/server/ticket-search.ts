import { and, asc, desc, eq, inArray, or, sql, type SQL } from 'drizzle-orm'
import type { Viewer } from '#features/users/contract.ts'
import { isClient } from '#features/users/policy.ts'
import { containing } from '#platform/contract/searchable.ts'
import type { Database } from '#platform/server/database/query-builder.ts'
import { comments } from '#tables/comments.ts'
import { tickets } from '#tables/tickets.ts'
import { unresolvedStatuses } from '#features/tickets/contract.ts'
import { canSeeInternal } from '#features/tickets/policy.ts'
import { visibleTo } from '#features/tickets/server/public/visible-to.ts'
import { selectNamedTickets, type NamedRow } from '#features/tickets/server/public/ticket-rows.ts'
import {
  boundedSearch,
  containsAll,
  prepareSearch,
} from '#features/ticket-search/server/public/bounded-search.ts'

/** Query; all words must match. */
export interface Wanted {
  /** Folded like `searchable`, without white space. */
  words: readonly string[]
  ticketNumber: string | undefined
  /** People and companies named by the words: their tickets match, too. */
  personIds: readonly string[]
  clientIds: readonly string[]
}

export type Candidate = NamedRow

export interface Texts {
  description: string
  comment: { content: string; isInternal: boolean } | undefined
}

/** Number of newest tickets that are scanned: enough for frequent words. */
const window = 1000
/** Larger for clients: their own tickets are few, and no index selects them. */
const windowOfClient = 5000
/** Hits at which the search stops. */
const enough = 40
/** Returns visible ids, newest first. */
async function newest(db: Database, viewer: Viewer, found: SQL, limit: number): Promise<string[]> {
  const scope = visibleTo(viewer)
  const rows = await db
    .select({ id: tickets.id })
    .from(tickets)
    .where(and(found, scope.conditions))
    .orderBy(desc(tickets.createdAt), desc(tickets.id))
    .limit(limit)
    .prepare('')
    .execute(scope.values)
  return rows.map(({ id }) => id)
}

const amongNewest = (viewer: Viewer) => sql`${tickets.id} in (
  select ${tickets.id} from ${tickets} where ${visibleTo(viewer).conditions ?? sql`true`}
  order by ${tickets.createdAt} desc, ${tickets.id} desc
  limit ${sql.raw(String(isClient(viewer) ? windowOfClient : window))})`

/** Excludes internal texts, which clients do not search. */
const isSaid = (words: readonly string[]) => sql`(${containsAll(sql`${tickets.searchText}`, words)}
  or exists (select 1 from ${comments} c
    where c.ticket_id = ${tickets.id} and not c.is_internal and ${containsAll(sql`c.search_text`, words)}))`

/** Finds the newest tickets with all words. A client's own are scanned, as no index selects them. */
async function withAll(db: Database, viewer: Viewer, words: readonly string[]): Promise<string[]> {
  if (!canSeeInternal(viewer))
    return newest(db, viewer, sql`${amongNewest(viewer)} and ${isSaid(words)}`, enough)
  const search = await prepareSearch(db, words)
  return newest(db, viewer, boundedSearch({ ...search, clientIds: [] }, undefined, enough).where, enough)
}

async function ofOwners(db: Database, viewer: Viewer, { personIds, clientIds }: Wanted): Promise<string[]> {
  const owned = [
    clientIds.length > 0 && inArray(tickets.clientId, [...clientIds]),
    personIds.length > 0 && inArray(tickets.createdById, [...personIds]),
    personIds.length > 0 && inArray(tickets.assignedToId, [...personIds]),
  ].filter((part) => part !== false)
  const found = await Promise.all(owned.map((part) => newest(db, viewer, part, enough)))
  return found.flat()
}

/** Finds visible tickets with all words; at most a few hundred, the newest for frequent words. */
export async function findByWords(db: Database, viewer: Viewer, wanted: Wanted): Promise<Candidate[]> {
  const { words, ticketNumber } = wanted
  const [exact, recent, owned] = await Promise.all([
    ticketNumber === undefined ? [] : newest(db, viewer, eq(tickets.ticketNumber, ticketNumber), 1),
    withAll(db, viewer, words),
    ofOwners(db, viewer, wanted),
  ])
  return candidates(db, [...exact, ...recent, ...owned])
}

const mostCompared = 200

/** Finds the newest visible unfinished tickets with any of the words. */
export async function findAtWorkWithAny(
  db: Database,
  viewer: Viewer,
  words: readonly string[],
): Promise<Candidate[]> {
  const any = or(...words.map((word) => sql`${tickets.searchText} like ${containing(word)}`))
  const isAtWork = inArray(tickets.status, unresolvedStatuses)
  return candidates(
    db,
    await newest(db, viewer, sql`${amongNewest(viewer)} and ${isAtWork} and (${any})`, mostCompared),
  )
}

/** Reads no texts: they may be long, and few of the hits are shown. */
async function candidates(db: Database, found: readonly string[]): Promise<Candidate[]> {
  const ids = [...new Set(found)]
  if (ids.length === 0) return []
  return selectNamedTickets(db)
    .where(inArray(tickets.id, ids))
    .orderBy(desc(tickets.createdAt), desc(tickets.id))
}

export async function listTexts(
  db: Database,
  viewer: Viewer,
  ids: readonly string[],
  words: readonly string[],
): Promise<Map<string, Texts>> {
  if (ids.length === 0) return new Map()
  const [described, said] = await Promise.all([
    db
      .select({ id: tickets.id, description: tickets.description })
      .from(tickets)
      .where(inArray(tickets.id, [...ids])),
    listNewestSaid(db, viewer, ids, words),
  ])
  const commentOf = new Map(said.map((comment) => [comment.ticketId, comment]))
  return new Map(described.map(({ id, description }) => [id, { description, comment: commentOf.get(id) }]))
}

const listNewestSaid = (db: Database, viewer: Viewer, ids: readonly string[], words: readonly string[]) =>
  db
    .selectDistinctOn([comments.ticketId], {
      ticketId: comments.ticketId,
      content: comments.content,
      isInternal: comments.isInternal,
    })
    .from(comments)
    .where(
      and(
        inArray(comments.ticketId, [...ids]),
        containsAll(sql`${comments.searchText}`, words),
        canSeeInternal(viewer) ? undefined : eq(comments.isInternal, false),
      ),
    )
    .orderBy(asc(comments.ticketId), desc(comments.createdAt))
