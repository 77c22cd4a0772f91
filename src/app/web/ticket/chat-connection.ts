import { useMemo } from 'react'
import type { ChatConnection } from '#features/chat/web/connection.ts'
import { followTicket, onLiveMessage, sendLive, useIsLive } from '#features/live/web/live.ts'

/** The live connection of this page, as a chat uses it. */
export function useChatConnection(): ChatConnection {
  const isLive = useIsLive()
  return useMemo(() => ({ isLive, follow: followTicket, send: sendLive, listen: onLiveMessage }), [isLive])
}
