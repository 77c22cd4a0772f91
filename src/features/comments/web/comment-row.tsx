import { Lock } from 'lucide-react'
import { memo, useState, type ReactNode } from 'react'
import type { Attachment } from '#features/attachments/contract.ts'
import { canRemoveAttachments } from '#features/attachments/policy.ts'
import { AttachmentList } from '#features/attachments/web/attachment-list.tsx'
import { canDelete } from '#features/tickets/policy.ts'
import { talkTime } from '#features/tickets/web/parts/talk-time.ts'
import type { CurrentUser } from '#features/users/contract.ts'
import { PersonAvatar } from '#features/users/web/person-avatar.tsx'
import { nameOf } from '#features/users/web/person-name.ts'
import { i18n } from '#platform/contract/i18n.ts'
import { cn } from '#platform/web/cn.ts'
import { Markdown } from '#platform/web/markdown.tsx'
import { RelativeTime } from '#platform/web/relative-time.tsx'
import { lazyExtra } from '#platform/web/ui/part-boundary.tsx'
import { mentionOf, type Comment } from '../contract.ts'
import { editLeftMs, undoLeftMs } from './api.ts'
import { DeleteComment } from './delete-comment.tsx'

const EditButton = lazyExtra(() => import('./edit-button.tsx'), 'EditButton')
const EditComment = lazyExtra(() => import('./edit-comment.tsx'), 'EditComment')
const UndoNote = lazyExtra(() => import('./undo-note.tsx'), 'UndoNote')

/** Parts of other features in a comment. */
export interface CommentParts {
  /** Beside the time. */
  sign?: ReactNode
  /** Below the text. */
  rest?: ReactNode
  /** Below the files. */
  below?: ReactNode
}

interface CommentRowProps {
  id: string
  isLeftOut: boolean
  comment: Comment
  /** Files of the whole ticket. */
  gallery: readonly Attachment[]
  ticketId: string
  viewer: CurrentUser
  parts: CommentParts | undefined
}

/** Shows a comment; internal ones are not printed. */
export const CommentRow = memo(function CommentRow(props: CommentRowProps) {
  const { id, isLeftOut, comment, gallery, ticketId, viewer, parts } = props
  const { user, content, createdAt, editedAt, formerContent, isInternal, mentions, attachments } = comment
  const [isEditing, setEditing] = useState(false)
  return (
    <li
      id={id}
      tabIndex={-1}
      data-left-out={isLeftOut ? '' : undefined}
      className={cn(
        '-mx-3 flex gap-3 rounded-card border px-3 py-2.5',
        isInternal ? 'internal-comment border-internal-border bg-internal' : 'border-transparent',
      )}
    >
      <PersonAvatar person={user} size={32} decorative />
      <div className="min-w-0 flex-1">
        <div className="flex flex-wrap items-center gap-x-2">
          <span className="font-semibold">{nameOf(user)}</span>
          <RelativeTime at={createdAt} label={talkTime} className="text-meta font-normal text-subtle" />
          {editedAt !== null && <span className="text-meta font-normal text-subtle">{i18n.t('edited')}</span>}
          {parts?.sign}
          {user.id === viewer.id && undoLeftMs(comment) > 0 && (
            <UndoNote ticketId={ticketId} comment={comment} />
          )}
          {isInternal && (
            <span className="ms-auto inline-flex items-center gap-1 text-meta text-amber-fg">
              <Lock aria-hidden className="size-3.5!" />
              {i18n.t('Internal')}
            </span>
          )}
          {user.id === viewer.id && !isEditing && editLeftMs(comment) > 0 && (
            <span className={cn(!isInternal && 'ms-auto')}>
              <EditButton comment={comment} onEdit={() => setEditing(true)} />
            </span>
          )}
          {canDelete(viewer) && (
            <span className={cn(!isInternal && user.id !== viewer.id && 'ms-auto')}>
              <DeleteComment ticketId={ticketId} comment={comment} />
            </span>
          )}
        </div>
        {isEditing ? (
          <EditComment ticketId={ticketId} comment={comment} onClose={() => setEditing(false)} />
        ) : (
          <Markdown text={content} names={mentions.map(mentionOf)} className="mt-0.5" />
        )}
        {formerContent && (
          <details className="no-print mt-1 text-meta font-normal text-muted">
            <summary className="cursor-pointer">{i18n.t('Before the edit')}</summary>
            <Markdown text={formerContent} className="mt-1" />
          </details>
        )}
        {parts?.rest}
        <div className="mt-1.5 empty:hidden">
          <AttachmentList
            compact
            ticketId={ticketId}
            attachments={attachments}
            gallery={gallery}
            mayRemove={canRemoveAttachments(viewer)}
          />
        </div>
        {parts?.below}
      </div>
    </li>
  )
})
