import { useMemo } from 'react'
import { ChatPanel } from '#features/chat/web/chat-panel.tsx'
import { followTicket, onLiveMessage, sendLive, useIsLive } from '#features/live/web/live.ts'
import type { TicketDetail } from '#features/tickets/contract.ts'
import type { CurrentUser } from '#features/users/contract.ts'

interface TicketChatProps {
  ticket: TicketDetail
  viewer: CurrentUser
  isShown: boolean
  isFilling: boolean
}

/** The chat of a ticket on the live connection of this page. */
export function TicketChat(props: TicketChatProps) {
  const isLive = useIsLive()
  const connection = useMemo(
    () => ({ isLive, follow: followTicket, send: sendLive, listen: onLiveMessage }),
    [isLive],
  )
  return <ChatPanel connection={connection} {...props} />
}
