import { useFollowedChat } from '#features/chat/web/use-followed-chat.ts'
import { useChatConnection } from './chat-connection.ts'

/** Keeps the chat of the open ticket current, for its panel and for the conversation. */
export function ChatFollower({ ticketId, viewerId }: { ticketId: string; viewerId: string }) {
  useFollowedChat(ticketId, viewerId, useChatConnection())
  return null
}
