import { useFollowedChat } from '#features/chat/web/use-followed-chat.ts'
import { useChatConnection } from './chat-connection.ts'

export function ChatFollower({ ticketId, viewerId }: { ticketId: string; viewerId: string }) {
  useFollowedChat(ticketId, viewerId, useChatConnection())
  return null
}
