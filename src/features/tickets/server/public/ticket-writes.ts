import { eq, getTableColumns, inArray, sql, type SQL } from 'drizzle-orm'
import type { AnyPgColumn } from 'drizzle-orm/pg-core'
import type { foldedTexts } from '#features/ticket-search/server/public/folded-texts.ts'
import type { Viewer } from '#features/users/contract.ts'
import { notFound } from '#platform/contract/errors.ts'
import {
  pipelined,
  prepared,
  preparedSql,
  type Reader,
  type Tx,
} from '#platform/server/database/query-builder.ts'
import type { Work } from '#platform/server/work.ts'
import { tickets } from '#tables/tickets.ts'
import type { Visibility } from '../../policy.ts'
import type { TicketFacets } from '../events.ts'
import { requireVisible } from '../queries.ts'
import type { WholeRow } from './ticket-rows.ts'

export type TicketRow = typeof tickets.$inferSelect
/** Excludes columns derived from texts. */
export type StoredTicket = Omit<TicketRow, keyof ReturnType<typeof foldedTexts>>

const nextNumber = preparedSql<{ number: string }>(
  'next_ticket_number',
  `select nextval('ticket_numbers') as number`,
)

/** Draws the next number, such as `TKT-000001`; numbers are never reused, even after a rollback. */
export async function nextTicketNumber(tx: Tx): Promise<string> {
  const { rows } = await nextNumber(tx, [])
  return `TKT-${String(rows[0]?.number).padStart(6, '0')}`
}

const lock = (strength: 'no key update' | 'update') => (reader: Reader) =>
  reader
    .select()
    .from(tickets)
    .where(eq(tickets.id, sql.placeholder('id')))
    .for(strength)
const locks = {
  'no key update': prepared<{ id: string }, TicketRow[]>('lock_ticket', lock('no key update')),
  update: prepared<{ id: string }, TicketRow[]>('lock_whole_ticket', lock('update')),
}

/**
 * Locks a ticket and its chat until the unit of work is done. @param strength `update` also blocks additions,
 * before deletion
 * @throws {AppError} `not_found`
 */
export async function lockTicket(
  unit: Pick<Work, 'tx'>,
  id: string,
  strength: keyof typeof locks = 'no key update',
): Promise<TicketRow> {
  const [row] = await locks[strength](unit.tx, { id })
  if (!row) throw notFound()
  return row
}

export interface LockedTicket {
  locked: StoredTicket
  ticket: WholeRow
}

/** Locks a ticket like `lockTicket`. @throws {AppError} `not_found`, also for a hidden ticket */
export async function lockVisibleTicket(unit: Work, viewer: Viewer, id: string): Promise<LockedTicket> {
  // Pipelined; the second query reads the state after the lock.
  const [locked, ticket] = await pipelined([lockTicket(unit, id), requireVisible(unit.tx, viewer, id)])
  return { locked, ticket }
}

type Column = keyof TicketRow
export const ticketColumns = Object.keys(getTableColumns(tickets)) as Column[]
const placeholdersOf = (some: readonly Column[]) =>
  Object.fromEntries(some.map((column) => [column, sql`${sql.placeholder(column)}`]))
type InText<T> = { [K in keyof T]: Exclude<T[K], Date> | (Date extends T[K] ? string : never) }

/** Columns of a ticket as the driver takes them and as they are read: moments in ISO 8601. */
export const inText = <C extends Column>(ticket: Pick<TicketRow, C>, some: readonly C[]) =>
  Object.fromEntries(
    some.map((column) => {
      const value = ticket[column]
      return [column, value instanceof Date ? value.toISOString() : value]
    }),
  ) as InText<Pick<TicketRow, C>>

const insertRow = prepared<Record<string, unknown>, unknown>('insert_ticket', (reader) =>
  reader.insert(tickets).values(placeholdersOf(ticketColumns) as Record<Column, SQL>),
)
export const insertTicket = ({ tx }: Work, ticket: TicketRow): Promise<unknown> =>
  insertRow(tx, inText(ticket, ticketColumns))

/** Columns of the ticket's course; texts and ownership have statements of their own. */
const changing = [
  'status',
  'priority',
  'assignedToId',
  'updatedAt',
  'publicUpdatedAt',
  'resolvedAt',
  'closedAt',
  'reopenedAt',
  'firstResponseAt',
  'turn',
  'turnSince',
  'version',
  'publicVersion',
] as const satisfies readonly Column[]
const updateRow = prepared<Record<string, unknown>, unknown>('update_ticket', (reader) =>
  reader
    .update(tickets)
    .set(placeholdersOf(changing))
    .where(eq(tickets.id, sql.placeholder('id'))),
)

/** @param ticket new state of a locked ticket */
export const updateTicket = ({ tx }: Work, ticket: StoredTicket): Promise<unknown> =>
  updateRow(tx, { id: ticket.id, ...inText(ticket, changing) })

/** The columns that change with the course of a ticket, as they are read. */
export const changedIn = (ticket: StoredTicket) => inText(ticket, changing)

type Counted = Pick<TicketRow, Exclude<keyof TicketFacets, 'creatorBelongs' | 'participantIds' | 'labelIds'>>

export const facetsOf = (
  row: Counted,
  {
    filedForClient,
    participantIds,
    labelIds,
  }: Pick<Visibility, 'filedForClient' | 'participantIds'> & { labelIds: readonly string[] },
): TicketFacets => ({
  status: row.status,
  priority: row.priority,
  category: row.category,
  assignedToId: row.assignedToId,
  clientId: row.clientId,
  productId: row.productId,
  createdById: row.createdById,
  creatorBelongs: filedForClient,
  participantIds: [...participantIds],
  labelIds: [...labelIds],
  createdAt: row.createdAt.toISOString(),
  turn: row.turn,
  resolvedAt: row.resolvedAt?.toISOString() ?? null,
})

/** Exceeds the clock difference of two nodes. */
const mostDriftMs = 60_000

/**
 * Returns a time not before the last change, if node clocks differ by less than a minute. @param gapMs least
 * distance
 */
export function momentAfter(last: Date, now: Date, gapMs = 0): Date {
  const earliest = new Date(last.getTime() + gapMs)
  return earliest > now && earliest.getTime() - now.getTime() <= mostDriftMs ? earliest : now
}

/** Updates a ticket's time; the public one for public changes only. @throws {AppError} `not_found` */
export async function touchTicket(unit: Work, ticketId: string, isPublic: boolean): Promise<void> {
  const laterOf = (last: AnyPgColumn) => sql`greatest(${last}, ${unit.now.toISOString()}::timestamptz)`
  const [touched] = await unit.tx
    .update(tickets)
    .set({
      updatedAt: laterOf(tickets.updatedAt),
      version: sql`${tickets.version} + 1`,
      ...(isPublic && {
        publicUpdatedAt: laterOf(tickets.publicUpdatedAt),
        publicVersion: sql`${tickets.publicVersion} + 1`,
      }),
    })
    .where(eq(tickets.id, ticketId))
    .returning({ id: tickets.id })
  if (!touched) throw notFound()
}

/** Deletes a locked ticket, with comments, chat and attachments by cascade. */
export const deleteRow = ({ tx }: Work, id: string): Promise<unknown> =>
  tx.delete(tickets).where(eq(tickets.id, id))

/** Increments versions; public ones only after public changes. */
export const countUp = (
  { tx }: Work,
  ids: readonly string[],
  publicIds: readonly string[],
): Promise<unknown> =>
  tx
    .update(tickets)
    .set({
      version: sql`${tickets.version} + 1`,
      publicVersion: sql`${tickets.publicVersion} + (${tickets.id} = any(${sql.param(publicIds)}::uuid[]))::int`,
    })
    .where(inArray(tickets.id, [...ids]))
