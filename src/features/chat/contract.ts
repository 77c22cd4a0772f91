import { i18n } from '#platform/contract/i18n.ts'
import { z } from 'zod'
import { Attachment, AttachmentIds } from '#features/attachments/contract.ts'
import { Person, Role } from '#features/users/contract.ts'
import { api } from '#platform/contract/endpoint.ts'
import { ById, Id, text, Timestamp } from '#platform/contract/fields.ts'
import { limits } from '#platform/contract/limits.ts'
import { paging } from '#platform/contract/paging.ts'

export const chatPageSize = 20

export const ChatMessage = z.object({
  id: Id,
  ticketId: Id,
  senderId: Id,
  recipientId: Id.nullish(),
  message: z.string(),
  createdAt: Timestamp,
  /** Absent or null until a recipient has read it. */
  readAt: Timestamp.nullish(),
  sender: Person.extend({ role: Role }).nullish(),
  attachments: z.array(Attachment).default([]),
})
export type ChatMessage = z.infer<typeof ChatMessage>

/** Newest first. */
export const ChatPage = z.object({ messages: z.array(ChatMessage), hasMore: z.boolean() })
export type ChatPage = z.infer<typeof ChatPage>

export const ChatQuery = paging(chatPageSize)
export type ChatQuery = z.output<typeof ChatQuery>

/** A message needs a text or files. */
export const NewChatMessage = z
  .object({
    message: text(() => i18n.t('Message'), limits.chatMessage).default(''),
    attachmentIds: AttachmentIds,
  })
  .refine(({ message, attachmentIds }) => message !== '' || attachmentIds.length > 0, {
    path: ['message'],
    error: () => i18n.t('Message is required'),
  })
export type NewChatMessage = z.output<typeof NewChatMessage>

/** Counts of unread messages, by ticket; a ticket without any is absent. */
export const Unread = z.object({
  tickets: z.array(z.object({ ticketId: Id, unread: z.number().int() })),
})
export type Unread = z.infer<typeof Unread>

const Said = z.object({ message: ChatMessage })

export const chatApi = api({
  page: {
    method: 'GET',
    path: '/api/tickets/:id/chat',
    summary: 'The chat of a ticket, newest messages first',
    access: 'signed-in',
    params: ById,
    query: ChatQuery,
    reply: ChatPage,
  },
  say: {
    method: 'POST',
    path: '/api/tickets/:id/chat',
    summary: 'Say something in the chat of a ticket',
    access: 'signed-in',
    params: ById,
    body: NewChatMessage,
    // This server answers the first form; the browser takes both.
    reply: z.union([Said, ChatMessage]),
    status: 201,
    idempotent: true,
  },
  read: {
    method: 'POST',
    path: '/api/tickets/:id/chat/:messageId/read',
    summary: 'Mark a chat message as read',
    access: 'signed-in',
    params: z.object({ id: Id, messageId: Id }),
    reply: Said,
  },
  unread: {
    method: 'GET',
    path: '/api/chat/unread',
    summary: 'How many chat messages wait for the viewer',
    access: 'signed-in',
    reply: Unread,
  },
})

const AboutTicket = z.object({ ticketId: Id })

/** Messages of the socket about chats. All but `chat:unread` go to subscribers of the ticket. */
export const ChatEvent = z.discriminatedUnion('type', [
  AboutTicket.extend({ type: z.literal('ticket:subscribed') }),
  /** The viewer may not chat here any more. */
  AboutTicket.extend({ type: z.literal('ticket:unsubscribed') }),
  AboutTicket.extend({ type: z.literal('chat:message'), message: ChatMessage }),
  AboutTicket.extend({ type: z.literal('chat:read'), messageId: Id, readAt: Timestamp }),
  AboutTicket.extend({ type: z.literal('chat:attachment_removed'), messageId: Id, attachmentId: Id }),
  /** The viewer's unread messages have changed. */
  AboutTicket.extend({ type: z.literal('chat:unread') }),
  AboutTicket.extend({ type: z.literal('user:typing'), userId: Id }),
  AboutTicket.extend({ type: z.literal('user:stop_typing'), userId: Id }),
])
export type ChatEvent = z.infer<typeof ChatEvent>
