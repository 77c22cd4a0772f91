import { useUnread } from './unread.ts'

export const UnreadDot = ({ ticketId }: { ticketId: string }) => useUnread(ticketId)
