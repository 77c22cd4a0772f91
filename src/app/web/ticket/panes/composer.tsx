import type { ComponentProps } from 'react'
import type { View } from '#features/conversation/web/stream/entries.ts'
import { canChange, canSeeInternal } from '#features/tickets/policy.ts'
import { isAdministrator } from '#features/users/policy.ts'
import { i18n } from '#platform/contract/i18n.ts'
import { fetchAhead, lazyPart } from '#platform/web/lazy-parts.ts'
import { lazyExtra, PartBoundary } from '#platform/web/ui/part-boundary.tsx'
import type { TicketDetail } from '#features/conversation/contract.ts'

const WritingLine = lazyExtra(() => import('#features/live/web/writing-line.tsx'), 'WritingLine')
const ReplyInChat = lazyExtra(
  () => import('#features/conversation/web/stream/reply-in-chat.tsx'),
  'ReplyInChat',
)
const GiveReader = lazyExtra(() => import('../give-reader.tsx'), 'GiveReader')
const CommentBox = lazyPart(() => import('#features/comments/web/comment-box.tsx'), 'CommentBox')
fetchAhead(CommentBox, WritingLine)

type Box = Pick<ComponentProps<typeof CommentBox>, 'comment' | 'assigning' | 'viewer' | 'onAdded'>

interface TicketComposerProps extends Box {
  ticket: TicketDetail
  view: View
  /** Opens the chat. */
  onReply(): void
  onView(view: View): void
}

/** Box for a comment, or in the view of the chat the way there. */
export function TicketComposer({ ticket, view, onReply, onView, ...box }: TicketComposerProps) {
  const { viewer } = box
  return (
    <div className="ticket-composer no-print flex-none border-t border-border px-5 py-3 max-sm:px-4 [&>*]:mx-auto [&>*]:w-full [&>*]:max-w-[860px]">
      {view === 'chat' ? (
        <ReplyInChat onReply={onReply} onComment={() => onView('all')} />
      ) : (
        <PartBoundary
          what={i18n.t('The comment box')}
          note="inline"
          fallback={<div className={canSeeInternal(viewer) ? 'h-40' : 'h-24'} />}
        >
          <CommentBox
            {...box}
            ticket={ticket}
            reopens={ticket.repliesReopen}
            giveReader={isAdministrator(viewer) && <GiveReader ticket={ticket} />}
            writing={canChange(viewer) && <WritingLine ticketId={ticket.id} />}
          />
        </PartBoundary>
      )}
    </div>
  )
}
