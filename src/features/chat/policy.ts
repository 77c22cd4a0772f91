import type { Viewer } from '#features/users/contract.ts'
import { isStaff } from '#features/users/policy.ts'

/** The ticket in whose chat something is said. */
interface Discussed {
  createdById: string
  assignedToId: string | null
}

/** The parties of a message, by which its readers are told. */
export interface Addressed {
  senderId: string
  recipientId?: string | null | undefined
}

/**
 * Whether the viewer's reading counts: the recipient's does and, where something was said to staff, anybody's of the staff in this chat;
 * the sender's never does. What was said to another than the ticket's creator was said to staff, also when its recipient is a client by now.
 * The SQL twin is `sharedReaders`.
 */
export const isReader = (
  viewer: Pick<Viewer, 'id' | 'role'>,
  message: Addressed,
  { createdById }: Pick<Discussed, 'createdById'>,
  isRecipientStaff: boolean,
): boolean =>
  viewer.id !== message.senderId &&
  (viewer.id === message.recipientId ||
    (isStaff(viewer) && (isRecipientStaff || message.recipientId !== createdById)))

/**
 * Whether a message waits for the viewer until it is read: for its recipient and, should the ticket have another assignee by now, for
 * that one. The SQL twin is `listUnread`.
 */
export const awaits = (viewer: Pick<Viewer, 'id' | 'role'>, message: Addressed, ticket: Discussed): boolean =>
  viewer.id !== message.senderId &&
  (viewer.id === message.recipientId ||
    (isStaff(viewer) && viewer.id === ticket.assignedToId && message.recipientId !== ticket.createdById))
