import { useQuery } from '@tanstack/react-query'
import { MessagesSquare } from 'lucide-react'
import { useState, type ComponentProps } from 'react'
import { openChat, writeMessage } from '#features/chat/web/actions.ts'
import { unread } from '#features/chat/web/unread.ts'
import type { TicketDetail } from '#features/conversation/contract.ts'
import { canChat } from '#features/tickets/policy.ts'
import type { CurrentUser } from '#features/users/contract.ts'
import { i18n } from '#platform/contract/i18n.ts'
import { runWhenOffered, useActions } from '#platform/web/actions/actions.ts'
import { cn } from '#platform/web/cn.ts'
import { draftKey } from '#platform/web/drafts/draft-key.ts'
import { useMedia } from '#platform/web/hooks/use-media.ts'
import { lazyPart } from '#platform/web/lazy-parts.ts'
import { recall } from '#platform/web/storage.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { PartBoundary } from '#platform/web/ui/part-boundary.tsx'

const TicketChat = lazyPart(() => import('./ticket-chat.tsx'), 'TicketChat')

function useWaiting(ticketId: string | undefined): number {
  const { data } = useQuery(unread())
  return data?.tickets.find((one) => one.ticketId === ticketId)?.unread ?? 0
}

const hasDraft = (viewer: CurrentUser, ticket: TicketDetail | undefined): boolean =>
  ticket !== undefined && recall('browser', draftKey(viewer.id, 'chat', ticket.id)) !== undefined

/**
 * Places the chat beside the ticket, behind a tab or over the conversation. The dock opens on demand, and for a
 * message that was being written.
 * @param isWide the facts stand beside the conversation
 */
export function useChatPlace(viewer: CurrentUser, ticket: TicketDetail | undefined, isWide: boolean) {
  const isRoomy = useMedia('(width >= 80rem)') && isWide
  const [openedId, setOpenedId] = useState<string>()
  const [knownId, setKnownId] = useState<string>()
  if (ticket && knownId !== ticket.id) {
    setKnownId(ticket.id)
    setOpenedId(isRoomy && hasDraft(viewer, ticket) ? ticket.id : undefined)
  }
  const mayChat = ticket !== undefined && canChat(viewer, ticket)
  const isOpen = ticket !== undefined && openedId === ticket.id
  return {
    mayChat,
    /** True with messages or a draft. */
    isInUse: mayChat && (ticket.hasChat || hasDraft(viewer, ticket)),
    hasTab: mayChat && isWide && !isRoomy,
    hasToggle: mayChat && (isRoomy || !isWide),
    isDocked: mayChat && isRoomy && isOpen,
    isOver: mayChat && !isWide && isOpen,
    toggle() {
      setOpenedId(isOpen ? undefined : ticket?.id)
    },
    show(isShown: boolean) {
      setOpenedId(isShown ? ticket?.id : undefined)
    },
    /** Opens the chat if necessary and focuses its text box. */
    write() {
      setOpenedId(ticket?.id)
      runWhenOffered(writeMessage)
    },
  }
}

export type ChatPlace = ReturnType<typeof useChatPlace>

export function LiveChat(props: ComponentProps<typeof TicketChat>) {
  return (
    <PartBoundary
      what={i18n.t('The chat')}
      note="inline"
      fallback={<p className="after-150ms m-auto p-3 text-muted">{i18n.t('Loading messages...')}</p>}
    >
      <TicketChat {...props} />
    </PartBoundary>
  )
}

export function ChatCount({ ticketId }: { ticketId: string }) {
  const count = useWaiting(ticketId)
  if (count === 0) return null
  return (
    <span className="rounded-full bg-accent px-1.5 text-meta text-accent-fg tabular-nums">
      {count}
      <span className="sr-only"> {i18n.t('unread')}</span>
    </span>
  )
}

interface ChatToggleProps {
  place: ChatPlace
  ticketId: string
  /** Its words are for screen readers. */
  isBrief: boolean
}

export function ChatToggle({ place, ticketId, isBrief }: ChatToggleProps) {
  useActions([{ ...openChat, run: place.write }])
  const isOn = place.isDocked || place.isOver
  return (
    <Button
      variant="ghost"
      aria-pressed={isOn}
      className={cn(isOn && 'bg-selected! text-link!', isBrief && 'min-w-control px-1!')}
      onClick={place.toggle}
    >
      <MessagesSquare aria-hidden />
      <span className={cn(isBrief && 'sr-only')}>{i18n.t('Live Chat')}</span>
      {!isOn && <ChatCount ticketId={ticketId} />}
    </Button>
  )
}
