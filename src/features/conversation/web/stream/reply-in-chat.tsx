import { MessagesSquare } from 'lucide-react'
import { writeComment } from '#features/comments/web/actions.ts'
import { i18n } from '#platform/contract/i18n.ts'
import { runWhenOffered, useActions } from '#platform/web/actions/actions.ts'
import { Button } from '#platform/web/ui/button.tsx'

/** Replaces the comment box while only the chat is shown; replies go to the chat's panel. */
export function ReplyInChat({ onReply, onComment }: { onReply(): void; onComment(): void }) {
  useActions([
    {
      ...writeComment,
      run() {
        onComment()
        runWhenOffered(writeComment)
      },
    },
  ])
  return (
    <p className="flex flex-wrap items-center gap-x-3 gap-y-2">
      <Button variant="primary" onClick={onReply}>
        <MessagesSquare aria-hidden />
        {i18n.t('Reply in Live Chat')}
      </Button>
      <span className="text-meta font-normal text-muted">
        {i18n.t('Messages go to the chat, not to the comments.')}
      </span>
    </p>
  )
}
