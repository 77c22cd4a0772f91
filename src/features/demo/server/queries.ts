import { and, count, desc, eq, inArray, like, max, notInArray, or, sql, type Column } from 'drizzle-orm'
import type { Reader } from '#platform/server/database/query-builder.ts'
import { attachments } from '#tables/attachments.ts'
import { chatMessages } from '#tables/chat-messages.ts'
import { clients } from '#tables/clients.ts'
import { comments } from '#tables/comments.ts'
import { deletedThings } from '#tables/deleted-things.ts'
import { demoRows } from '#tables/demo-rows.ts'
import { products } from '#tables/products.ts'
import { tickets } from '#tables/tickets.ts'
import { users } from '#tables/users.ts'
import { demoTickets, type DemoState } from '../contract.ts'

type Kind = (typeof demoRows.$inferSelect)['kind']

/** Time within which a live server finishes a ticket. */
const stillForMs = 10_000

const idsOf = (reader: Reader, kind: Kind) =>
  reader.select({ id: demoRows.rowId }).from(demoRows).where(eq(demoRows.kind, kind))

export async function listLoaded(reader: Reader, kind: Kind): Promise<Map<string, string>> {
  const rows = await reader
    .select({ key: demoRows.key, id: demoRows.rowId })
    .from(demoRows)
    .where(eq(demoRows.kind, kind))
  return new Map(rows.map(({ key, id }) => [key, id]))
}

export async function hasRow(reader: Reader, kind: Kind, key?: string): Promise<boolean> {
  const [row] = await reader
    .select({ id: demoRows.rowId })
    .from(demoRows)
    .where(and(eq(demoRows.kind, kind), key === undefined ? undefined : eq(demoRows.key, key)))
    .limit(1)
  return row !== undefined
}

export async function hasOwnData(reader: Reader): Promise<boolean> {
  const isOwn = (id: Column) => notInArray(id, reader.select({ id: demoRows.rowId }).from(demoRows))
  const [ticket] = await reader.select({ id: tickets.id }).from(tickets).where(isOwn(tickets.id)).limit(1)
  const [client] = await reader.select({ id: clients.id }).from(clients).where(isOwn(clients.id)).limit(1)
  return ticket !== undefined || client !== undefined
}

/** Selects loaded people, without those to whom an administrator has given a mailbox: they count as real. */
const demoPeople = (reader: Reader) =>
  reader
    .select({ id: users.id })
    .from(users)
    .where(and(inArray(users.id, idsOf(reader, 'person')), like(users.email, '%.invalid')))

export const listDemoPeople = async (reader: Reader): Promise<string[]> =>
  (await demoPeople(reader).orderBy(users.id)).map(({ id }) => id)

/** Selects tickets of demo data or demo clients, or with a demo person as requester. */
const hanging = (reader: Reader) =>
  or(
    inArray(tickets.id, idsOf(reader, 'ticket')),
    inArray(tickets.clientId, idsOf(reader, 'client')),
    inArray(tickets.createdById, demoPeople(reader)),
  )

/** Newest first, so that the visible list shrinks from its top. */
export async function listHanging(reader: Reader): Promise<string[]> {
  const rows = await reader
    .select({ id: tickets.id })
    .from(tickets)
    .where(hanging(reader))
    .orderBy(desc(tickets.createdAt))
  return rows.map(({ id }) => id)
}

/** Lists manually deleted things of demo data, which could be restored without it. */
export async function listDeletedOfDemo(reader: Reader): Promise<string[]> {
  const { id, parentId, rows } = deletedThings
  const author = sql`coalesce(${rows} #>> '{0,rows,0,created_by_id}', ${rows} #>> '{0,rows,0,user_id}')::uuid`
  const found = await reader
    .select({ id })
    .from(deletedThings)
    .where(
      or(
        inArray(id, reader.select({ id: demoRows.rowId }).from(demoRows)),
        inArray(parentId, reader.select({ id: demoRows.rowId }).from(demoRows)),
        inArray(author, demoPeople(reader)),
      ),
    )
  return found.map((thing) => thing.id)
}

/** Lists real products that were assigned to demo clients. */
export async function listLentProducts(reader: Reader): Promise<string[]> {
  const rows = await reader
    .select({ id: products.id })
    .from(products)
    .where(
      and(
        inArray(products.clientId, idsOf(reader, 'client')),
        notInArray(products.id, idsOf(reader, 'product')),
      ),
    )
  return rows.map(({ id }) => id)
}

async function countAdded(reader: Reader): Promise<DemoState['added']> {
  const loaded = idsOf(reader, 'ticket')
  const byPeople = (author: Column) => notInArray(author, idsOf(reader, 'person'))
  const [[ofTickets], [ofComments], [ofMessages], [ofFiles]] = await Promise.all([
    reader
      .select({ count: count() })
      .from(tickets)
      .where(and(hanging(reader), notInArray(tickets.id, loaded))),
    reader
      .select({ count: count() })
      .from(comments)
      .where(and(inArray(comments.ticketId, loaded), byPeople(comments.userId))),
    reader
      .select({ count: count() })
      .from(chatMessages)
      .where(and(inArray(chatMessages.ticketId, loaded), byPeople(chatMessages.senderId))),
    reader
      .select({ count: count() })
      .from(attachments)
      .where(and(inArray(attachments.ticketId, loaded), byPeople(attachments.uploadedBy))),
  ])
  return {
    tickets: ofTickets?.count ?? 0,
    comments: ofComments?.count ?? 0,
    messages: ofMessages?.count ?? 0,
    files: ofFiles?.count ?? 0,
  }
}

export async function findDemoState(reader: Reader, now: Date): Promise<DemoState> {
  const rows = await reader
    .select({ kind: demoRows.kind, count: count(), newest: max(demoRows.createdAt) })
    .from(demoRows)
    .groupBy(demoRows.kind)
  const counts = new Map(rows.map((row) => [row.kind, row.count]))
  const state =
    rows.length === 0
      ? 'none'
      : counts.has('removal')
        ? 'removing'
        : counts.has('loaded')
          ? 'loaded'
          : 'loading'
  const newest = Math.max(...rows.map((row) => row.newest?.getTime() ?? 0))
  const isUnderWay = state === 'loading' || state === 'removing'
  return {
    state,
    isMoving: isUnderWay && newest > now.getTime() - stillForMs,
    canLoad: state === 'none' && !(await hasOwnData(reader)),
    tickets: counts.get('ticket') ?? 0,
    total: demoTickets,
    added: state === 'none' ? { tickets: 0, comments: 0, messages: 0, files: 0 } : await countAdded(reader),
  }
}
