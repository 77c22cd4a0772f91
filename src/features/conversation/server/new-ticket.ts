import { asc, eq, sql } from 'drizzle-orm'
import { invalid } from '#platform/contract/errors.ts'
import { i18n } from '#platform/contract/i18n.ts'
import { searchable } from '#platform/contract/searchable.ts'
import { prepared, type Reader } from '#platform/server/database/query-builder.ts'
import { clients } from '#tables/clients.ts'
import { clientUsers } from '#tables/client-users.ts'
import { users } from '#tables/users.ts'
import type { WholeRow } from '#features/tickets/server/public/ticket-rows.ts'
import { inText, ticketColumns, type TicketRow } from '#features/tickets/server/public/ticket-writes.ts'

const selectRelated = (reader: Reader) =>
  reader
    .select({
      clientId: clients.id,
      clientName: clients.name,
      isActive: clients.isActive,
      website: clients.website,
      contactEmail: clients.contactEmail,
      creatorFirstName: users.firstName,
      creatorLastName: users.lastName,
      creatorImage: users.profileImageUrl,
      creatorRole: users.role,
      filedForClient: sql<boolean>`(${users.role} <> 'client' or exists (select 1 from ${clientUsers} m
        where m.user_id = ${users.id} and m.client_id = ${clients.id}))`,
    })
    .from(clients)
    .innerJoin(users, eq(users.id, sql.placeholder('creatorId')))

/** Related data of a ticket from other tables: its company and creator. */
export type RelatedToTicket = Awaited<ReturnType<typeof selectRelated>>[number]

const relatedById = prepared<{ clientId: string; creatorId: string }, RelatedToTicket[]>(
  'beside_ticket',
  (reader) => selectRelated(reader).where(eq(clients.id, sql.placeholder('clientId'))),
)
// Company that `findClientByName` of clients finds, too.
const relatedByName = prepared<{ name: string; creatorId: string }, RelatedToTicket[]>(
  'beside_named_ticket',
  (reader) =>
    selectRelated(reader)
      .where(eq(clients.nameSearch, sql.placeholder('name')))
      .orderBy(sql`${clients.isActive} desc`, asc(clients.createdAt))
      .limit(1),
)

/** @param path the field that names the company */
export const notForInactive = (path: 'clientId' | 'customerName') =>
  invalid(path, i18n.t('Tickets can only be submitted for active clients'))

/** Finds it by the company's id or else name; undefined without such a company or user. */
export async function findRelated(
  reader: Reader,
  { clientId, customerName }: { clientId?: string | null | undefined; customerName: string },
  creatorId: string,
): Promise<RelatedToTicket | undefined> {
  const [related] = clientId
    ? await relatedById(reader, { clientId, creatorId })
    : await relatedByName(reader, { name: searchable(customerName), creatorId })
  return related
}

/** Finds the same for a known company. @throws {AppError} `invalid` when it has just been deleted */
export async function requireRelated(
  reader: Reader,
  clientId: string,
  creatorId: string,
): Promise<RelatedToTicket> {
  const [related] = await relatedById(reader, { clientId, creatorId })
  if (!related) throw invalid('clientId', i18n.t('There is no such client'))
  return related
}

/** Builds the view of a new ticket from the stored row; it has no assignee yet. */
export const toTicketView = (
  row: TicketRow & { assignedToId: null },
  { isActive: _, ...related }: RelatedToTicket,
): WholeRow => ({
  ...inText(row, ticketColumns),
  ...related,
  participantIds: [],
  labelIds: [],
  assigneeFirstName: null,
  assigneeLastName: null,
  assigneeImage: null,
})
