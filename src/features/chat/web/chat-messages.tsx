import { i18n } from '#platform/contract/i18n.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { ArrowDown, MessageCircle } from 'lucide-react'
import { Fragment } from 'react'
import { cn } from '#platform/web/cn.ts'
import { dayLabel } from '#features/tickets/web/parts/talk-time.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { EmptyState } from '#platform/web/ui/empty-state.tsx'
import { Spinner } from '#platform/web/ui/spinner.tsx'
import { toastFailure } from '#platform/web/ui/overlay/toast-store.ts'
import type { ChatMessage } from '../contract.ts'
import { loadOlder } from './api.ts'
import { Divider, MessageRow, OutgoingRow } from './chat-rows.tsx'
import type { useReadingPlace } from './use-reading-place.ts'
import type { WrittenMessage } from './use-written-message.ts'

interface ChatMessagesProps {
  ticketId: string
  viewerId: string
  mayRemove: boolean
  messages: readonly ChatMessage[]
  isLoading: boolean
  hasMore: boolean
  firstNewId: string | undefined
  written: Pick<WrittenMessage, 'outgoing' | 'retry' | 'drop'>
  place: ReturnType<typeof useReadingPlace>
  /** Fills its place instead of 24rem. */
  isFilling: boolean
}

// Focusable, or the keyboard could not scroll it.
const scroller = { tabIndex: 0 }

export function ChatMessages({ place, isFilling, isLoading, ...rest }: ChatMessagesProps) {
  const { list, missed, toEnd } = place
  const { messages, written, hasMore, ticketId } = rest
  const isEmpty = messages.length === 0 && written.outgoing.length === 0
  return (
    <div className={cn('relative flex min-h-0 flex-col', isFilling && 'flex-1')}>
      <div
        ref={list}
        role="log"
        aria-label={i18n.t('Messages')}
        aria-live="polite"
        aria-busy={isLoading}
        {...scroller}
        className={cn(
          'overflow-y-auto px-3 -outline-offset-2! [overflow-anchor:none]',
          isFilling ? 'min-h-0 flex-1' : 'h-96',
        )}
      >
        <div className="flex min-h-full flex-col gap-3 py-3">
          {isLoading && (
            <p className="after-150ms m-auto flex items-center gap-2 text-muted">
              <Spinner />
              {i18n.t('Loading messages...')}
            </p>
          )}
          {!isLoading && isEmpty && (
            <EmptyState
              className="m-auto py-0!"
              icon={<MessageCircle aria-hidden />}
              title={i18n.t('No messages yet. Start the conversation!')}
            />
          )}
          {hasMore && <LoadMore ticketId={ticketId} />}
          <Rows {...rest} />
        </div>
      </div>
      {missed > 0 && (
        <Button
          size="small"
          variant="primary"
          className="absolute! bottom-2 left-1/2 -translate-x-1/2 rounded-full! shadow-popover"
          onClick={toEnd}
        >
          {i18n.t('{count, plural, one {# new message} other {# new messages}}', { count: missed })}
          <ArrowDown aria-hidden className="size-3.5!" />
        </Button>
      )}
    </div>
  )
}

type RowsProps = Pick<ChatMessagesProps, 'viewerId' | 'mayRemove' | 'messages' | 'firstNewId' | 'written'>

function Rows({ viewerId, mayRemove, messages, firstNewId, written }: RowsProps) {
  const dayOf = (message: ChatMessage | undefined) => message && dayLabel(new Date(message.createdAt))
  return (
    <>
      {messages.map((message, at) => {
        const day = dayOf(message)
        return (
          <Fragment key={message.id}>
            {day && day !== dayOf(messages[at - 1]) && <Divider>{day}</Divider>}
            {message.id === firstNewId && <Divider isNew>{i18n.t('New')}</Divider>}
            <MessageRow message={message} isOwn={message.senderId === viewerId} mayRemove={mayRemove} />
          </Fragment>
        )
      })}
      {written.outgoing.map((message) => (
        <OutgoingRow
          key={message.key}
          message={message}
          onRetry={() => written.retry(message)}
          onDiscard={() => written.drop(message)}
        />
      ))}
    </>
  )
}

function LoadMore({ ticketId }: { ticketId: string }) {
  const older = useMutation(loadOlder(useQueryClient(), ticketId))
  return (
    <Button
      size="small"
      variant="ghost"
      className="self-center"
      busy={older.isPending}
      disabled={older.isPending}
      onClick={() =>
        older.mutate(undefined, { onError: () => toastFailure(i18n.t('Failed to load more messages.')) })
      }
    >
      {older.isPending ? i18n.t('Loading...') : i18n.t('Load More Messages')}
    </Button>
  )
}
