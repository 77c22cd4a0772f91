import { eq, sql, type Column, type SQL } from 'drizzle-orm'
import { alias } from 'drizzle-orm/pg-core'
import type { Viewer } from '#features/users/contract.ts'
import { isStaff } from '#features/users/policy.ts'
import type { Reader } from '#platform/server/database/query-builder.ts'
import { clients } from '#tables/clients.ts'
import { clientUsers } from '#tables/client-users.ts'
import { ticketLabels } from '#tables/ticket-labels.ts'
import { ticketParticipants } from '#tables/ticket-participants.ts'
import { tickets } from '#tables/tickets.ts'
import { users } from '#tables/users.ts'
import type { Ticket } from '../../contract.ts'

const assignee = alias(users, 'assignee')
const creator = alias(users, 'creator')

/**
 * SQL of `Visibility.filedForClient`. Rows of a former version are judged by its rules: by the author's
 * present role, and `isClientChosen` alone for moves.
 */
export const filedForClient = sql<boolean>`(${tickets.isClientChosen} or coalesce(${tickets.filedForClient},
  exists (select 1 from ${users} u where u.id = ${tickets.createdById} and u.role <> 'client')
  or exists (select 1 from ${clientUsers} m where m.user_id = ${tickets.createdById} and m.client_id = ${tickets.clientId})))`

/** SQL of `Visibility.participantIds`. */
const participantIds = sql<string[]>`array(select p.user_id from ${ticketParticipants} p
  where p.ticket_id = ${tickets.id} and p.user_id is not null and p.confirmed_at is not null
  order by p.created_at, p.id)`

const labelIds = sql<string[]>`array(select l.label_id from ${ticketLabels} l
  where l.ticket_id = ${tickets.id} order by l.label_id)`

/** Decodes to ISO 8601. */
const inText = (moment: Column) =>
  sql<string>`${moment}`.mapWith((text: string) => new Date(text).toISOString())
/** The decoder runs for present values only. */
const inTextOrNull = (moment: Column): SQL<string | null> => inText(moment)

const columns = {
  id: tickets.id,
  ticketNumber: tickets.ticketNumber,
  subject: tickets.subject,
  category: tickets.category,
  priority: tickets.priority,
  status: tickets.status,
  customerName: tickets.customerName,
  productName: tickets.productName,
  projectName: tickets.projectName,
  clientId: tickets.clientId,
  createdById: tickets.createdById,
  assignedToId: tickets.assignedToId,
  productId: tickets.productId,
  source: tickets.source,
  version: tickets.version,
  publicVersion: tickets.publicVersion,
  createdAt: inText(tickets.createdAt),
  updatedAt: inText(tickets.updatedAt),
  publicUpdatedAt: inText(tickets.publicUpdatedAt),
  resolvedAt: inTextOrNull(tickets.resolvedAt),
  reopenedAt: inTextOrNull(tickets.reopenedAt),
  turn: tickets.turn,
  turnSince: inTextOrNull(tickets.turnSince),
  labelIds,
  clientName: clients.name,
  website: clients.website,
  contactEmail: clients.contactEmail,
  assigneeFirstName: assignee.firstName,
  assigneeLastName: assignee.lastName,
  assigneeImage: assignee.profileImageUrl,
}

/** Tickets with the related rows of a list. */
export const selectTickets = (reader: Reader) =>
  reader
    .select(columns)
    .from(tickets)
    .innerJoin(clients, eq(clients.id, tickets.clientId))
    .leftJoin(assignee, eq(assignee.id, tickets.assignedToId))

const creatorNames = { creatorFirstName: creator.firstName, creatorLastName: creator.lastName }

export const selectNamedTickets = (reader: Reader) =>
  reader
    .select({ ...columns, ...creatorNames })
    .from(tickets)
    .innerJoin(clients, eq(clients.id, tickets.clientId))
    .innerJoin(creator, eq(creator.id, tickets.createdById))
    .leftJoin(assignee, eq(assignee.id, tickets.assignedToId))

const wholeColumns = {
  ...columns,
  closedAt: inTextOrNull(tickets.closedAt),
  description: tickets.description,
  filedForClient,
  participantIds,
  ...creatorNames,
  creatorImage: creator.profileImageUrl,
  creatorRole: creator.role,
}

/** Adds description, creator and visibility. */
export const selectWholeTickets = (reader: Reader) =>
  reader
    .select(wholeColumns)
    .from(tickets)
    .innerJoin(clients, eq(clients.id, tickets.clientId))
    .innerJoin(creator, eq(creator.id, tickets.createdById))
    .leftJoin(assignee, eq(assignee.id, tickets.assignedToId))

type Row = Awaited<ReturnType<typeof selectTickets>>[number]
export type NamedRow = Awaited<ReturnType<typeof selectNamedTickets>>[number]
export type WholeRow = Awaited<ReturnType<typeof selectWholeTickets>>[number]

/** Groups that may know the same of a visible ticket; `others` created it. */
type Audience = 'staff' | 'company' | 'others'

export function audienceOf(viewer: Viewer, { clientId }: Pick<Row, 'clientId'>): Audience {
  if (isStaff(viewer)) return 'staff'
  return viewer.clientIds.includes(clientId) ? 'company' : 'others'
}

export const shapeTicket = (viewer: Viewer, row: Row): Ticket => shapeTicketFor(audienceOf(viewer, row), row)

/** Clients get the public time and version. */
export function shapeTicketFor(audience: Audience, row: Row): Ticket {
  const forStaff = audience === 'staff'
  // Typing a company's name must reveal nothing more of it.
  const isTheirs = audience !== 'others'
  return {
    id: row.id,
    ticketNumber: row.ticketNumber,
    subject: row.subject,
    category: row.category,
    priority: row.priority,
    status: row.status,
    customerName: row.customerName,
    productName: row.productName,
    projectName: row.projectName,
    clientId: row.clientId,
    client: {
      name: row.clientName,
      companyName: row.clientName,
      website: isTheirs ? row.website : null,
      ...(isTheirs && { contactEmail: row.contactEmail }),
    },
    createdById: row.createdById,
    assignedToId: row.assignedToId,
    assignedTo:
      row.assignedToId === null || row.assigneeFirstName === null
        ? null
        : {
            id: row.assignedToId,
            firstName: row.assigneeFirstName,
            lastName: row.assigneeLastName ?? '',
            profileImageUrl: row.assigneeImage,
          },
    productId: row.productId,
    source: row.source,
    version: forStaff ? row.version : row.publicVersion,
    createdAt: row.createdAt,
    updatedAt: forStaff ? row.updatedAt : row.publicUpdatedAt,
    resolvedAt: row.resolvedAt,
    reopenedAt: row.reopenedAt,
    turn: row.turn,
    turnSince: row.turnSince,
    ...(forStaff && { labelIds: row.labelIds }),
  }
}
