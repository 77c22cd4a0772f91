import { listed } from '#platform/web/written.ts'
import { i18n } from '#platform/contract/i18n.ts'
import { useId } from 'react'
import { canRemoveAttachments } from '#features/attachments/policy.ts'
import { FileDropZone } from '#features/uploads/web/file-drop-zone.tsx'
import { nameOf } from '#features/users/web/person-name.ts'
import { cn } from '#platform/web/cn.ts'
import { StatusDot } from '#platform/web/ui/badge.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { ErrorNote } from '#platform/web/ui/error-note.tsx'
import type { ChatMessage } from '../contract.ts'
import { ChatMessages } from './chat-messages.tsx'
import { MessageInput } from './message-input.tsx'
import { useNotificationPermission } from './notification.ts'
import { senderOf } from './sender.ts'
import { useChat, type ChatProps } from './use-chat.ts'
import { useReadingPlace } from './use-reading-place.ts'
import { useOwnTyping } from './use-typing.ts'
import { useWrittenMessage } from './use-written-message.ts'

interface ChatPanelProps extends ChatProps {
  isFilling?: boolean
}

/** Shows one ticket's chat. For another ticket it must be mounted anew. */
export function ChatPanel({ isFilling = false, ...props }: ChatPanelProps) {
  const { ticket, viewer, connection } = props
  const chat = useChat(props)
  const written = useWrittenMessage(viewer.id, ticket.id, chat.messages)
  const place = useReadingPlace(written.outgoing.at(-1)?.key ?? chat.messages.at(-1)?.id, chat.firstNewId)
  const typing = useOwnTyping(ticket.id, viewer.id, connection.send)
  const heading = useId()

  function send() {
    if (!written.send()) return
    typing.stop()
    place.toEnd()
  }

  return (
    <section
      aria-labelledby={heading}
      className={cn(
        'flex min-h-0 flex-col',
        isFilling ? 'flex-1' : 'rounded-card border border-border bg-surface',
      )}
    >
      <header className="flex min-h-10 flex-none flex-wrap items-center gap-x-2 border-b border-border px-3 py-1 max-sm:py-2">
        <h3 id={heading} className="text-section">
          {i18n.t('Ticket Chat')}
        </h3>
        <StatusDot role="status" hue={connection.isLive ? 'green' : 'red'}>
          {connection.isLive ? i18n.t('Connected') : i18n.t('Disconnected')}
        </StatusDot>
        <EnableNotifications />
      </header>
      {chat.state === 'failed' ? (
        <div className={cn('p-3', !isFilling && 'h-96')}>
          <ErrorNote busy={chat.isRetrying} onRetry={chat.retry}>
            {i18n.t('Unable to load chat. You may not have permission to view this conversation.')}
          </ErrorNote>
        </div>
      ) : (
        <FileDropZone
          uploads={written.uploads}
          invitation={i18n.t('Drop files to add them to the chat')}
          className="flex min-h-0 flex-1 flex-col"
        >
          <ChatMessages
            ticketId={ticket.id}
            viewerId={viewer.id}
            mayRemove={canRemoveAttachments(viewer)}
            messages={chat.messages}
            isLoading={chat.state === 'loading'}
            hasMore={chat.hasMore}
            firstNewId={chat.firstNewId}
            written={written}
            place={place}
            isFilling={isFilling}
          />
          <div className="flex min-h-6 flex-none items-center px-3 text-meta font-normal">
            {connection.isLive ? (
              <Typing names={namesOf(chat.typingIds, chat.messages)} />
            ) : (
              <p role="status" className="text-red-fg">
                {i18n.t('Connection lost. Attempting to reconnect...')}
              </p>
            )}
          </div>
          <MessageInput
            written={written}
            isLive={connection.isLive}
            onType={(text) => {
              if (text.trim() === '') typing.stop()
              else if (chat.isFollowing) typing.type()
            }}
            onSend={send}
          />
        </FileDropZone>
      )}
    </section>
  )
}

function namesOf(userIds: readonly string[], messages: readonly ChatMessage[]): string[] {
  return userIds.map((userId) => {
    const said = messages.findLast(({ senderId }) => senderId === userId)
    return said ? nameOf(senderOf(said)) : i18n.t('Someone')
  })
}

/** Shows three dots while others type; screen readers get the names. */
function Typing({ names }: { names: readonly string[] }) {
  const words = i18n.t('{count, plural, one {{names} is typing} other {{names} are typing}}', {
    count: names.length,
    names: listed(names),
  })
  return (
    <>
      <span role="status" className="sr-only">
        {names.length > 0 && words}
      </span>
      {names.length > 0 && (
        <span
          aria-hidden
          data-typing
          title={words}
          className="typing-dots inline-flex items-center gap-1 rounded-full bg-bubble-other px-2 py-1.5"
        >
          <span />
          <span />
          <span />
        </span>
      )}
    </>
  )
}

/** Shows while the permission is undecided. */
function EnableNotifications() {
  const { permission, ask } = useNotificationPermission()
  if (permission !== 'default') return null
  return (
    <Button size="small" variant="ghost" className="ms-auto -me-2" onClick={() => void ask()}>
      {i18n.t('Enable notifications')}
    </Button>
  )
}
