import type { Viewer } from '#features/users/contract.ts'
import type { Announcement } from '#platform/server/log-entry.ts'
import type { Changes, TicketFilter } from '../contract.ts'
import type { Sight } from '../policy.ts'

type By = Pick<Viewer, 'id'>

export const ticketCreated = (ticket: { id: string; ticketNumber: string }, by: By): Announcement => ({
  type: 'ticket.created',
  isPublic: true,
  ticketId: ticket.id,
  actorId: by.id,
  data: { ticketNumber: ticket.ticketNumber },
})

/** @param sight who could see it before, when it was given to another company */
export const ticketChanged = (ticketId: string, changes: Changes, by: By, sight?: Sight): Announcement => ({
  type: 'ticket.changed',
  isPublic: true,
  ticketId,
  actorId: by.id,
  data: { changes, ...(sight && { sight }) },
})

/** Carries what is needed to tell, after the ticket is gone, who could see it. */
export const ticketDeleted = (
  ticket: { id: string; ticketNumber: string } & Sight,
  by: By,
): Announcement => ({
  type: 'ticket.deleted',
  isPublic: true,
  ticketId: ticket.id,
  actorId: by.id,
  data: {
    ticketNumber: ticket.ticketNumber,
    createdById: ticket.createdById,
    clientId: ticket.clientId,
    creatorBelongs: ticket.creatorBelongs,
  },
})

/** What left the house as a file, for whoever asks later. */
export const ticketsExported = (
  about: { count: number; filter: TicketFilter; columns: readonly string[] },
  by: By,
): Announcement => ({
  type: 'tickets.exported',
  isPublic: false,
  actorId: by.id,
  data: about,
})

export const commentAdded = (
  comment: { id: string; ticketId: string; isInternal: boolean; mentions: string[] },
  by: By,
): Announcement => ({
  type: 'comment.added',
  isPublic: !comment.isInternal,
  ticketId: comment.ticketId,
  subjectId: comment.id,
  actorId: by.id,
  data: {
    isInternal: comment.isInternal,
    ...(comment.mentions.length > 0 && { mentions: comment.mentions }),
  },
})
