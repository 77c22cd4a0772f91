import { useUnread } from './unread.ts'

/** Beside the subject of a ticket with comments or chat messages that the viewer has not read. */
export const UnreadDot = ({ ticketId }: { ticketId: string }) => useUnread(ticketId)
