import { eq, sql, type Placeholder } from 'drizzle-orm'
import { notFound } from '#platform/contract/errors.ts'
import type { Reader, Tx } from '#platform/server/database/database.ts'
import { prepared, preparedSql } from '#platform/server/database/query-builder.ts'
import type { Work } from '#platform/server/work.ts'
import { tickets } from '#tables/tickets.ts'

/** A ticket as it is stored. */
export type TicketRow = typeof tickets.$inferSelect

const nextNumber = preparedSql<{ number: string }>(
  'next_ticket_number',
  `select nextval('ticket_numbers') as number`,
)

/** The next number, `TKT-000001`. A number is never given twice, not even after a transaction that came to nothing. */
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
 * Keeps everybody else from changing the ticket, or from talking in it, until this unit of work is done.
 * @param strength `update` also against anything being added to it: for a ticket that is about to go
 * @throws {AppError} `not_found`
 */
export async function lockTicket(
  { tx }: Pick<Work, 'tx'>,
  id: string,
  strength: keyof typeof locks = 'no key update',
): Promise<TicketRow> {
  const [row] = await locks[strength](tx, { id })
  if (!row) throw notFound()
  return row
}

const inserted = [
  'id',
  'ticketNumber',
  'subject',
  'description',
  'category',
  'priority',
  'source',
  'customerName',
  'productName',
  'projectName',
  'clientId',
  'productId',
  'createdById',
  'createdAt',
  'updatedAt',
  'publicUpdatedAt',
  'turn',
  'turnSince',
  'searchText',
  'customerSearch',
  'productSearch',
  'projectSearch',
] as const
/** The columns of a new ticket; the others have their defaults. */
export type InsertedTicket = Pick<TicketRow, (typeof inserted)[number]>

const insertRow = prepared<InsertedTicket, unknown>('insert_ticket', (reader) =>
  reader.insert(tickets).values(
    Object.fromEntries(inserted.map((column) => [column, sql.placeholder(column)])) as {
      [K in keyof InsertedTicket]: Placeholder<K>
    },
  ),
)
export const insertTicket = ({ tx }: Work, ticket: InsertedTicket): Promise<unknown> => insertRow(tx, ticket)

const changing = [
  'status',
  'priority',
  'assignedToId',
  'turn',
  'turnSince',
  'resolvedAt',
  'firstResponseAt',
  'version',
  'publicVersion',
  'updatedAt',
  'publicUpdatedAt',
] as const satisfies (keyof TicketRow)[]

const updateRow = prepared<Record<string, unknown>, unknown>('update_ticket', (reader) =>
  reader
    .update(tickets)
    .set(Object.fromEntries(changing.map((column) => [column, sql`${sql.placeholder(column)}`])))
    .where(eq(tickets.id, sql.placeholder('id'))),
)

/** Stores what changes of a ticket in daily work. @param ticket as it is from now on; it was locked before */
export function updateTicket({ tx }: Work, ticket: TicketRow): Promise<unknown> {
  const values = changing.map((column) => {
    const value = ticket[column]
    return [column, value instanceof Date ? value.toISOString() : value]
  })
  return updateRow(tx, { id: ticket.id, ...Object.fromEntries(values) })
}
