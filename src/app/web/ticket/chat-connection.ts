import { useMemo } from 'react'
import type { ChatConnection } from '#features/chat/web/connection.ts'
import { followTicket, onLiveMessage, sendLive, useIsLive } from '#features/live/web/live.ts'

/** Adapts the live connection of this page to a chat. */
export function useChatConnection(): ChatConnection {
  const isLive = useIsLive()
  return useMemo(() => ({ isLive, follow: followTicket, send: sendLive, listen: onLiveMessage }), [isLive])
}
