import type { Viewer } from '#features/users/contract.ts'
import { isStaff } from '#features/users/policy.ts'

interface Discussed {
  createdById: string
  assignedToId: string | null
}

/** Parties of a message, which decide its readers. */
export interface Addressed {
  senderId: string
  recipientId?: string | null | undefined
}

/**
 * Admits the recipient and, for a message to staff, all staff of this chat; never the sender. A message to
 * anybody but the ticket's creator was to staff. The SQL twin is `sharedReaders`.
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

/** Tells whether a message is unread for its recipient or the assignee. The SQL twin is `listUnread`. */
export const awaits = (viewer: Pick<Viewer, 'id' | 'role'>, message: Addressed, ticket: Discussed): boolean =>
  viewer.id !== message.senderId &&
  (viewer.id === message.recipientId ||
    (isStaff(viewer) && viewer.id === ticket.assignedToId && message.recipientId !== ticket.createdById))
