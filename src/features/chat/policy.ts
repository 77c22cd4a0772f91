import type { Viewer } from '#features/users/contract.ts'
import { isStaff } from '#features/users/policy.ts'

/** The parties of a message, by which its readers are told. */
export interface Addressed {
  senderId: string
  recipientId?: string | null | undefined
}

/**
 * Whether the viewer's reading counts: the recipient's does and, where that is staff, anybody's of the staff in this chat; the sender's
 * never does. The SQL twin is `sharedReaders`.
 */
export const isReader = (
  viewer: Pick<Viewer, 'id' | 'role'>,
  message: Addressed,
  isRecipientStaff: boolean,
): boolean =>
  viewer.id !== message.senderId &&
  (viewer.id === message.recipientId || (isRecipientStaff && isStaff(viewer)))

/**
 * Whether a message waits for the viewer until it is read: for its recipient and, should the ticket have another assignee by now, for
 * that one. The SQL twin is `listUnread`.
 */
export const awaits = (
  viewer: Pick<Viewer, 'id'>,
  message: Addressed,
  ticket: { createdById: string; assignedToId: string | null },
): boolean =>
  viewer.id !== message.senderId &&
  (viewer.id === message.recipientId ||
    (viewer.id === ticket.assignedToId && message.recipientId !== ticket.createdById))
