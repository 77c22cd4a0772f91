import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { createStore } from '#platform/web/store.ts'
import { dropFile, forgetChat, placeMessage, placeRead, refreshChat } from './api.ts'
import { chatEventOf, type ChatConnection } from './connection.ts'
import { notifyOf } from './notification.ts'

/** Id of the ticket whose chat the server sends this page. */
const followed = createStore<string | undefined>(undefined)

export const useIsFollowed = (ticketId: string): boolean => followed.use() === ticketId

/** Keeps a chat current while mounted, and notifies of messages of others. */
export function useFollowedChat(
  ticketId: string,
  viewerId: string,
  { follow, listen }: ChatConnection,
): void {
  const client = useQueryClient()
  useEffect(() => {
    const unlisten = listen((heard) => {
      if (heard.type === 'resync') void forgetChat(client, ticketId)
      const event = chatEventOf(heard, ticketId)
      if (event?.type === 'ticket:subscribed') followed.set(ticketId)
      if (event?.type === 'ticket:unsubscribed') followed.set(undefined)
      // The server alone knows the messages before the subscription began, and why it ended.
      if (event?.type === 'ticket:subscribed' || event?.type === 'ticket:unsubscribed')
        void refreshChat(client, ticketId)
      if (event?.type === 'chat:read') placeRead(client, ticketId, event.messageId, event.readAt)
      if (event?.type === 'chat:attachment_removed')
        dropFile(client, ticketId, event.messageId, event.attachmentId)
      if (event?.type !== 'chat:message') return
      placeMessage(client, event.message)
      if (event.message.senderId !== viewerId) notifyOf(event.message)
    })
    const unfollow = follow(ticketId)
    return () => {
      unfollow()
      unlisten()
      followed.set(undefined)
    }
  }, [client, ticketId, viewerId, follow, listen])
}
