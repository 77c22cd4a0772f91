import { mutationOptions, queryOptions, type QueryClient } from '@tanstack/react-query'
import { call, CallError } from '#platform/web/call.ts'
import { changeLoaded, refresh } from '#platform/web/query-client.ts'
import { chatApi, chatPageSize, type ChatMessage } from '../contract.ts'
import {
  reaches,
  withNewest,
  withOlder,
  withOne,
  withoutFile,
  withRead,
  type ChatLog,
  type Loaded,
} from './chat-log.ts'

const chatKey = (ticketId: string) => ['/api/tickets', 'chat', ticketId] as const

/** Most messages of one call, to fill a gap. */
const mostInCall = 100

function loadPage(ticketId: string, offset: number, limit: number, signal?: AbortSignal) {
  const query = { limit: String(limit), offset: String(offset) }
  return call(chatApi.page, { params: { id: ticketId }, query }, signal ? { signal } : {})
}

/** Loads the newest messages; a refetch keeps older ones and fills the gap. */
export const chatLog = (client: QueryClient, ticketId: string) =>
  queryOptions({
    queryKey: chatKey(ticketId),
    async queryFn({ signal }): Promise<ChatLog> {
      const before = client.getQueryData<ChatLog>(chatKey(ticketId))
      let loaded: Loaded = await loadPage(ticketId, 0, chatPageSize, signal)
      while (!reaches(before, loaded)) {
        const next = await loadPage(ticketId, loaded.messages.length, mostInCall, signal)
        loaded = { messages: [...loaded.messages, ...next.messages], hasMore: next.hasMore }
      }
      // Read again: messages have come since `before`.
      return withNewest(client.getQueryData<ChatLog>(chatKey(ticketId)), loaded)
    },
    // A closed chat gets no live updates.
    gcTime: 0,
  })

/** Tells an error that hides a loaded chat, because access has ended. */
export const isRefused = (error: unknown) =>
  error instanceof CallError && (error.status === 403 || error.status === 404)

const changeLog = (client: QueryClient, ticketId: string, change: (known: ChatLog) => ChatLog) =>
  changeLoaded<ChatLog>(client, { queryKey: chatKey(ticketId), exact: true }, change)

export const placeMessage = (client: QueryClient, message: ChatMessage) =>
  changeLog(client, message.ticketId, (known) => withOne(known, message))

export const placeRead = (client: QueryClient, ticketId: string, messageId: string, readAt: string) =>
  changeLog(client, ticketId, (known) => withRead(known, messageId, readAt))

export const dropFile = (client: QueryClient, ticketId: string, messageId: string, attachmentId: string) =>
  changeLog(client, ticketId, (known) => withoutFile(known, messageId, attachmentId))

export const refreshChat = (client: QueryClient, ticketId: string) =>
  refresh(client, { queryKey: chatKey(ticketId) })

/** Reloads a chat from its end: messages may have been read anywhere in it. */
export const forgetChat = (client: QueryClient, ticketId: string) =>
  client.resetQueries({ queryKey: chatKey(ticketId) })

async function placeOlder(client: QueryClient, ticketId: string, count: number): Promise<void> {
  const known = client.getQueryData<ChatLog>(chatKey(ticketId))
  if (!known) return
  const page = await loadPage(ticketId, known.messages.length, count)
  changeLog(client, ticketId, (log) => withOlder(log, page, known))
}

export const loadOlder = (client: QueryClient, ticketId: string) =>
  mutationOptions({ mutationFn: () => placeOlder(client, ticketId, chatPageSize) })

export async function loadWholeChat(client: QueryClient, ticketId: string): Promise<void> {
  await client.ensureQueryData(chatLog(client, ticketId))
  while (client.getQueryData<ChatLog>(chatKey(ticketId))?.hasMore)
    await placeOlder(client, ticketId, mostInCall)
}

export interface SayCall {
  ticketId: string
  message: string
  attachmentIds: string[]
  /** Made once for each message, so that a retry does not send it twice. */
  idempotencyKey: string
}

export async function sendMessage(
  client: QueryClient,
  { ticketId, idempotencyKey, ...body }: SayCall,
): Promise<void> {
  const answer = await call(chatApi.say, { params: { id: ticketId }, body }, { idempotencyKey })
  placeMessage(client, 'id' in answer ? answer : answer.message)
  void refreshChat(client, ticketId)
}

export async function markRead(client: QueryClient, ticketId: string, messageId: string): Promise<void> {
  const { message } = await call(chatApi.read, { params: { id: ticketId, messageId } })
  placeRead(client, ticketId, messageId, message.readAt ?? new Date().toISOString())
}
