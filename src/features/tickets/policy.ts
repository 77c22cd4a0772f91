import type { Viewer } from '#features/users/contract.ts'
import { isAdministrator, isClient, isDesk, isStaff } from '#features/users/policy.ts'
import type { NewTicket, TicketChange } from './contract.ts'

/** The fields of a ticket that decide who may see it. */
export interface Visibility {
  createdById: string
  clientId: string
  /**
   * Whether staff or one of the company's own people filed it for the company, or staff moved it there. It is kept at filing: it stays with
   * the company when its author leaves. A stranger who types a company's name files for nobody.
   */
  filedForClient: boolean
}

/**
 * Staff see every ticket. A client sees their own and, as `admin` or `contact` of a company, those that were filed for it.
 * The SQL twin is `visibleTo`; the test of this policy holds the two equal.
 */
export const canSee = (viewer: Viewer, ticket: Visibility): boolean =>
  isStaff(viewer) ||
  ticket.createdById === viewer.id ||
  (ticket.filedForClient && viewer.managedClientIds.includes(ticket.clientId))

type Acting = Pick<Viewer, 'role'>

/** Internal comments, and that there are any, are for staff alone. */
export const canSeeInternal = (viewer: Acting): boolean => isStaff(viewer)
export const canChange = (viewer: Acting): boolean => isStaff(viewer)
export const canAssign = (viewer: Acting): boolean => isDesk(viewer)
/** Who may move a ticket to another company. */
export const canMove = (viewer: Acting): boolean => isDesk(viewer)
export const canDelete = (viewer: Acting): boolean => isDesk(viewer)
/** Who may export whole lists. */
export const canExport = (viewer: Acting): boolean => isDesk(viewer)
/** Every role may create; only these have a button for it on the Tickets page. */
export const canCreateForOthers = (viewer: Acting): boolean => isDesk(viewer)

/** Whether a requester and an assignee are this viewer's to name in a new ticket; one that is not refuses the whole. */
export const canName = (
  viewer: Acting,
  { requesterId, assignedToId }: Pick<NewTicket, 'requesterId' | 'assignedToId'>,
): boolean => (!requesterId || canCreateForOthers(viewer)) && (!assignedToId || canAssign(viewer))

/** Who may know the address and the number of a requester: of clients all staff, of colleagues only those who manage them. */
export const canReach = (viewer: Acting, requester: Acting): boolean =>
  isStaff(viewer) && (isClient(requester) || isAdministrator(viewer))

/** Whether each field of a change is this viewer's to change; one that is not refuses the whole. */
export const canMake = (viewer: Acting, change: TicketChange): boolean =>
  canChange(viewer) &&
  (change.assignedToId === undefined || canAssign(viewer)) &&
  (change.clientId === undefined || canMove(viewer))

/** Who may talk in the ticket's chat: the desk, its creator, and its assignee unless they have become a client. */
export const canChat = (
  viewer: Pick<Viewer, 'id' | 'role'>,
  ticket: { createdById: string; assignedToId: string | null },
): boolean =>
  isDesk(viewer) || viewer.id === ticket.createdById || (isStaff(viewer) && viewer.id === ticket.assignedToId)
