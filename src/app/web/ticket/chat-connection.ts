import { useMemo } from 'react'
import type { ChatConnection } from '#features/chat/web/connection.ts'
import { followTicket, onLiveMessage, sendLive, useIsLive } from '#features/live/web/live.ts'

export function useChatConnection(): ChatConnection {
  const isLive = useIsLive()
  return useMemo(() => ({ isLive, follow: followTicket, send: sendLive, listen: onLiveMessage }), [isLive])
}
