import { i18n } from '#platform/contract/i18n.ts'
import { Check, CheckCheck, CircleAlert, Clock, User } from 'lucide-react'
import { useQueryClient } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { AttachmentList } from '#features/attachments/web/attachment-list.tsx'
import { FileIcon } from '#features/uploads/web/file-icon.tsx'
import { PersonAvatar } from '#features/users/web/person-avatar.tsx'
import { nameOf } from '#features/users/web/person-name.ts'
import { roleLabel } from '#features/users/web/role-badge.tsx'
import { cn } from '#platform/web/cn.ts'
import { PlainText } from '#platform/web/markdown.tsx'
import { RelativeTime, useEveryMinute } from '#platform/web/relative-time.tsx'
import { distance, timeBelowDay } from '#features/tickets/web/parts/talk-time.ts'
import { Badge } from '#platform/web/ui/badge.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import type { ChatMessage } from '../contract.ts'
import { dropFile } from './api.ts'
import { senderOf, type Sender } from './sender.ts'
import type { Outgoing } from './use-written-message.ts'

export const Divider = ({ children, isNew = false }: { children: string; isNew?: boolean }) => (
  <p
    className={cn(
      'flex items-center gap-2 py-1 text-meta before:h-px before:flex-1 after:h-px after:flex-1',
      isNew ? 'text-link before:bg-accent after:bg-accent' : 'text-subtle before:bg-border after:bg-border',
    )}
  >
    {children}
  </p>
)

interface RowProps {
  isOwn: boolean
  text: string
  head: ReactNode
  files: ReactNode
  foot?: ReactNode
  avatar?: ReactNode
  id: string
  isPale?: boolean
}

function Row({ isOwn, text, head, files, foot, avatar, id, isPale = false }: RowProps) {
  return (
    <div data-message={id} className={cn('flex gap-2', isOwn && 'flex-row-reverse')}>
      {avatar}
      <div
        className={cn(
          'flex max-w-[70%] min-w-0 flex-col gap-1 rounded-card px-3 py-2',
          isOwn ? 'bg-bubble-own' : 'bg-bubble-other',
          isPale && 'opacity-80',
        )}
      >
        {head}
        {text !== '' && <PlainText text={text} />}
        {files}
        {foot}
      </div>
    </div>
  )
}

interface MessageRowProps {
  message: ChatMessage
  isOwn: boolean
  mayRemove: boolean
}

export function MessageRow({ message, isOwn, mayRemove }: MessageRowProps) {
  const sender = senderOf(message)
  return (
    <Row
      id={message.id}
      isOwn={isOwn}
      text={message.message}
      files={<Files message={message} mayRemove={mayRemove} />}
      avatar={<PersonAvatar person={sender} size={24} decorative className="mt-0.5" />}
      head={
        <p className="flex flex-wrap items-center gap-x-1.5 gap-y-0.5 text-meta">
          <span className={cn('font-semibold wrap-anywhere', isOwn && 'text-link')}>{nameOf(sender)}</span>
          <SenderRole role={sender.role} />
        </p>
      }
      foot={
        <p className="flex flex-wrap items-center gap-x-2 text-meta font-normal text-muted">
          <RelativeTime at={message.createdAt} label={(at) => timeBelowDay(at)} />
          {isOwn && <Delivery readAt={message.readAt} />}
        </p>
      }
    />
  )
}

/** Neutral: green "Internal" would read as the amber one, which the client never sees. */
function SenderRole({ role }: { role: Sender['role'] }) {
  if (role === 'unknown') return <Badge>{i18n.t('unknown')}</Badge>
  const label = roleLabel(role)
  return (
    <Badge title={i18n.t('Role: {role}', { role: label })} icon={<User aria-hidden />}>
      {label}
    </Badge>
  )
}

function Files({ message, mayRemove }: Pick<MessageRowProps, 'message' | 'mayRemove'>) {
  const client = useQueryClient()
  const { id, ticketId, attachments } = message
  if (message.message === '' && attachments.length === 0)
    return <p className="text-muted italic">{i18n.t('This message was removed.')}</p>
  return (
    <AttachmentList
      ticketId={ticketId}
      attachments={attachments}
      mayRemove={mayRemove}
      compact
      onRemoved={(attachmentId) => dropFile(client, ticketId, id, attachmentId)}
    />
  )
}

function Delivery({ readAt }: { readAt: string | null | undefined }) {
  useEveryMinute()
  const Icon = readAt ? CheckCheck : Check
  return (
    <span
      className="ms-auto inline-flex items-center gap-1"
      title={
        readAt ? i18n.t('Read {distance}', { distance: distance(new Date(readAt)) }) : i18n.t('Delivered')
      }
    >
      <Icon aria-hidden className={cn('size-3.5!', readAt && 'text-link')} />
      {readAt ? i18n.t('Read') : i18n.t('Sent')}
    </span>
  )
}

interface OutgoingRowProps {
  message: Outgoing
  onRetry(): void
  onDiscard(): void
}

function unsentWords({ isUnknown, refusal }: Outgoing): string {
  if (isUnknown) return i18n.t('It is not known whether this was sent')
  return refusal === undefined ? i18n.t('Not sent') : i18n.t('Not sent: {reason}', { reason: refusal })
}

/** Message that the server does not have yet. */
export const OutgoingRow = ({ message, onRetry, onDiscard }: OutgoingRowProps) => (
  <Row
    id={message.key}
    isOwn
    isPale={!message.isFailed}
    text={message.body.message}
    files={message.written.files.map(({ uploadId, name }) => (
      <p key={uploadId} className="flex min-w-0 items-center gap-1.5">
        <FileIcon name={name} />
        <span className="truncate">{name}</span>
      </p>
    ))}
    head={null}
    foot={
      message.isFailed ? (
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1 text-meta">
          <span className="inline-flex items-center gap-1 text-red-fg">
            <CircleAlert aria-hidden className="size-3.5! flex-none" />
            {unsentWords(message)}
          </span>
          <span className="ms-auto flex gap-1">
            <Button size="small" variant="link" onClick={onDiscard}>
              {i18n.t('Discard')}
            </Button>
            <Button size="small" onClick={onRetry}>
              {i18n.t('Retry')}
            </Button>
          </span>
        </p>
      ) : (
        <p className="inline-flex items-center gap-1 self-end text-meta font-normal text-muted">
          <Clock aria-hidden className="size-3.5!" />
          {i18n.t('Sending')}
        </p>
      )
    }
  />
)
