import { i18n } from '#platform/contract/i18n.ts'
import { sideBySide } from '#platform/web/written.ts'

export interface Waiting {
  comments: number
  chat: number
}

/** Counts unread items; tooltip and screen readers get the details. */
export function UnreadMark({ comments, chat }: Waiting) {
  const words = sideBySide([
    ...(comments > 0
      ? [i18n.t('{count, plural, one {# unread comment} other {# unread comments}}', { count: comments })]
      : []),
    ...(chat > 0
      ? [
          i18n.t('{count, plural, one {# unread chat message} other {# unread chat messages}}', {
            count: chat,
          }),
        ]
      : []),
  ])
  return (
    <span
      role="img"
      aria-label={words}
      title={words}
      className="inline-block flex-none rounded-full bg-accent px-1.5 align-middle text-meta text-accent-fg tabular-nums"
    >
      {comments + chat}
    </span>
  )
}
