import { useUnread } from './unread.ts'

/** Beside the subject of a ticket with unread chat messages for the viewer. */
export function UnreadDot({ ticketId }: { ticketId: string }) {
  const count = useUnread(ticketId)
  if (count === 0) return null
  return (
    <span
      className="inline-block flex-none rounded-full bg-accent px-1.5 align-middle text-meta text-accent-fg tabular-nums"
      title={count === 1 ? '1 unread chat message' : `${count} unread chat messages`}
    >
      {count}
      <span className="sr-only"> unread in chat</span>
    </span>
  )
}
