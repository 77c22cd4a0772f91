import { Lock } from 'lucide-react'
import { i18n } from '#platform/contract/i18n.ts'
import { cn } from '#platform/web/cn.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { lazyExtra } from '#platform/web/ui/part-boundary.tsx'
import type { AnswerStatus } from '../contract.ts'
import { addComment } from './actions.ts'
import { Either } from './either.tsx'
import { internalLook } from './internal-look.ts'
import type { WrittenComment } from './written/use-written-comment.ts'

const AnswerMenu = lazyExtra(() => import('./answer-menu.tsx'), 'AnswerMenu')

interface SendButtonsProps {
  comment: WrittenComment
  statuses: readonly AnswerStatus[]
  isForStaff: boolean
  maySend: boolean
  /** Tells in the menu what the client sees of an internal comment with a status. */
  addressee: string | undefined
  onAdd(status: AnswerStatus): void
}

/** Adds the comment, alone or with a status. */
export function SendButtons({ comment, statuses, isForStaff, maySend, addressee, onAdd }: SendButtonsProps) {
  const { isInternal, isSending, unseen } = comment
  return (
    <span className="flex gap-px">
      <Button
        type="submit"
        variant="primary"
        className={cn(statuses.length > 0 && 'rounded-e-none!', isInternal && internalLook)}
        disabled={!maySend}
        busy={isSending}
      >
        <SendLabel comment={comment} isForStaff={isForStaff} />
      </Button>
      {statuses.length > 0 && (
        <span className="w-8 flex-none pointer-coarse:w-11">
          <AnswerMenu
            statuses={statuses}
            isInternal={isInternal}
            addressee={addressee}
            disabled={!maySend || isSending || unseen.length > 0}
            onPick={onAdd}
          />
        </span>
      )}
    </span>
  )
}

/** Keeps "Add Comment" for both modes, so that people find it. */
function SendLabel({ comment, isForStaff }: { comment: WrittenComment; isForStaff: boolean }) {
  const { isInternal, isFollowUp, unseen } = comment
  if (isFollowUp) return i18n.t('Submit as New Ticket')
  if (unseen.length > 0) return i18n.t('Review {count} new, then add', { count: unseen.length })
  if (!isForStaff) return addComment.label
  return (
    <Either
      isInternal={isInternal}
      forClients={addComment.label}
      forTeam={
        <>
          <Lock aria-hidden className="size-3.5!" />
          {i18n.t('Add Comment Internally')}
        </>
      }
    />
  )
}
