import { ChatPanel } from '#features/chat/web/chat-panel.tsx'
import type { TicketDetail } from '#features/conversation/contract.ts'
import type { CurrentUser } from '#features/users/contract.ts'
import { useChatConnection } from './chat-connection.ts'

interface TicketChatProps {
  ticket: TicketDetail
  viewer: CurrentUser
  isShown: boolean
  isFilling: boolean
}

export function TicketChat(props: TicketChatProps) {
  return <ChatPanel connection={useChatConnection()} {...props} />
}
