import { i18n } from '#platform/contract/i18n.ts'
import { useUnread } from './unread.ts'

/** Beside the subject of a ticket with unread chat messages for the viewer. */
export function UnreadDot({ ticketId }: { ticketId: string }) {
  const count = useUnread(ticketId)
  if (count === 0) return null
  return (
    <span
      className="inline-block flex-none rounded-full bg-accent px-1.5 align-middle text-meta text-accent-fg tabular-nums"
      title={i18n.t('{count, plural, one {# unread chat message} other {# unread chat messages}}', { count })}
    >
      {count}
      <span className="sr-only"> {i18n.t('unread in chat')}</span>
    </span>
  )
}
