import type { Viewer } from '#features/users/contract.ts'
import { isAdministrator, isClient, isDesk, isStaff } from '#features/users/policy.ts'
import type { NewTicket, TicketChange } from './contract.ts'

export interface Visibility {
  createdById: string
  clientId: string
  /**
   * Staff or the company's people submitted it for the company, or staff moved it there. Stored, so it stays
   * with the company when its author leaves.
   */
  filedForClient: boolean
  /** Confirmed participants. */
  participantIds: readonly string[]
}

/**
 * Staff see every ticket, clients their own, those that they take part in while they belong to its company, and,
 * as `admin` or `contact`, those filed for their company. The SQL twin is `visibleTo`; a test checks that both
 * agree.
 */
export const canSee = (viewer: Viewer, ticket: Visibility): boolean =>
  isStaff(viewer) ||
  ticket.createdById === viewer.id ||
  (ticket.participantIds.includes(viewer.id) && viewer.clientIds.includes(ticket.clientId)) ||
  (ticket.filedForClient && viewer.managedClientIds.includes(ticket.clientId))

type Acting = Pick<Viewer, 'role'>

/** Even the existence of internal comments is for staff only. */
export const canSeeInternal = (viewer: Acting): boolean => isStaff(viewer)
export const canChange = (viewer: Acting): boolean => isStaff(viewer)
export const canAssign = (viewer: Acting): boolean => isDesk(viewer)
export const canMove = (viewer: Acting): boolean => isDesk(viewer)
export const canDelete = (viewer: Acting): boolean => isDesk(viewer)
/** Concerns whole lists. */
export const canExport = (viewer: Acting): boolean => isDesk(viewer)
/** Every role may create; only these have a button for it on the Tickets page. */
export const canCreateForOthers = (viewer: Acting): boolean => isDesk(viewer)

/** Checks requester and assignee of a new ticket; one refusal refuses the whole. */
export const canName = (
  viewer: Acting,
  { requesterId, assignedToId }: Pick<NewTicket, 'requesterId' | 'assignedToId'>,
): boolean => (!requesterId || canCreateForOthers(viewer)) && (!assignedToId || canAssign(viewer))

/** Address and number: of clients for all staff, of colleagues for super users. */
export const canReach = (viewer: Acting, requester: Acting): boolean =>
  isStaff(viewer) && (isClient(requester) || isAdministrator(viewer))

/** Checks each field of a change; one refusal refuses the whole. */
export const canMake = (viewer: Acting, change: TicketChange): boolean =>
  canChange(viewer) &&
  (change.assignedToId === undefined || canAssign(viewer)) &&
  (change.clientId === undefined || canMove(viewer))

/** Allows the desk, the creator, and an assignee who is still staff. */
export const canChat = (
  viewer: Pick<Viewer, 'id' | 'role'>,
  ticket: { createdById: string; assignedToId: string | null },
): boolean =>
  isDesk(viewer) || viewer.id === ticket.createdById || (isStaff(viewer) && viewer.id === ticket.assignedToId)
