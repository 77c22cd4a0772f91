import { i18n } from '#platform/contract/i18n.ts'
import { useQueryClient } from '@tanstack/react-query'
import { MessagesSquare } from 'lucide-react'
import { memo } from 'react'
import { AttachmentList } from '#features/attachments/web/attachment-list.tsx'
import { canRemoveAttachments } from '#features/attachments/policy.ts'
import type { CurrentUser } from '#features/users/contract.ts'
import { PersonAvatar } from '#features/users/web/person-avatar.tsx'
import { nameOf } from '#features/users/web/person-name.ts'
import { PlainText } from '#platform/web/markdown.tsx'
import { RelativeTime } from '#platform/web/relative-time.tsx'
import { talkTime } from '#features/tickets/web/parts/talk-time.ts'
import type { ChatMessage } from '../contract.ts'
import { dropFile } from './api.ts'
import { senderOf } from './sender.ts'
import { unreadFor } from './use-read-marks.ts'

interface ChatLineProps {
  id: string
  isLeftOut: boolean
  message: ChatMessage
  ticket: { id: string; createdById: string }
  viewer: CurrentUser
}

/** Shows a chat message among comments. Only the chat's panel marks it as read. */
export const ChatLine = memo(function ChatLine({ id, isLeftOut, message, ticket, viewer }: ChatLineProps) {
  const client = useQueryClient()
  const sender = senderOf(message)
  const { attachments, createdAt } = message
  const isUnread = unreadFor(viewer, ticket.createdById, [message]).length > 0
  return (
    <li
      id={id}
      tabIndex={-1}
      data-left-out={isLeftOut ? '' : undefined}
      className="chat-line -mx-3 flex gap-3 rounded-card border border-transparent px-3 py-2.5"
    >
      <PersonAvatar person={sender} size={32} decorative />
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2">
          <span className="font-semibold">{nameOf(sender)}</span>
          <RelativeTime at={createdAt} label={talkTime} className="text-meta font-normal text-subtle" />
          <span className="ms-auto inline-flex items-center gap-1 text-meta text-muted">
            {isUnread && <span className="text-link print:hidden">{i18n.t('Unread')}</span>}
            <MessagesSquare aria-hidden className="size-3.5!" />
            {i18n.t('Chat')}
          </span>
        </p>
        {message.message !== '' && <PlainText text={message.message} className="mt-0.5" />}
        {message.message === '' && attachments.length === 0 && (
          <p className="mt-0.5 text-muted italic">{i18n.t('This message was removed.')}</p>
        )}
        <div className="mt-1.5 empty:hidden">
          <AttachmentList
            compact
            ticketId={ticket.id}
            attachments={attachments}
            mayRemove={canRemoveAttachments(viewer)}
            onRemoved={(attachmentId) => dropFile(client, ticket.id, message.id, attachmentId)}
          />
        </div>
      </div>
    </li>
  )
})
