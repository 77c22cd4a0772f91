import type { ChatMessage } from '../contract.ts'

/** Loaded part of a chat: the newest messages without a gap, oldest first. */
export interface ChatLog {
  messages: readonly ChatMessage[]
  hasMore: boolean
  /** Time of the newest paged message: later live ones may have gaps until the next page. */
  loadedTo: string
}

/** Answer of the server: its newest messages, or the page before the loaded ones; newest first. */
export interface Loaded {
  messages: readonly ChatMessage[]
  hasMore: boolean
}

// Times are unique within a chat.
const byMoment = (one: ChatMessage, other: ChatMessage) => (one.createdAt < other.createdAt ? -1 : 1)

/** Prefers the answer with the read mark, the later one. */
const newer = (known: ChatMessage | undefined, come: ChatMessage) =>
  known?.readAt && !come.readAt ? { ...come, readAt: known.readAt } : come

function merged(known: readonly ChatMessage[], come: readonly ChatMessage[]): ChatMessage[] {
  const byId = new Map(known.map((message) => [message.id, message]))
  for (const message of come) byId.set(message.id, newer(byId.get(message.id), message))
  return [...byId.values()].sort(byMoment)
}

const newestOf = (messages: readonly ChatMessage[]) =>
  messages.reduce((newest, { createdAt }) => (createdAt > newest ? createdAt : newest), '')
const oldestOf = (messages: readonly ChatMessage[]) => messages.toSorted(byMoment)[0]?.createdAt ?? ''

/** Tells whether the loaded page reaches known messages without a gap. */
export const reaches = (known: ChatLog | undefined, loaded: Loaded): boolean =>
  known === undefined || !loaded.hasMore || oldestOf(loaded.messages) <= known.loadedTo

/** Merges the newest messages, loaded until they reach known ones. */
export function withNewest(known: ChatLog | undefined, loaded: Loaded): ChatLog {
  const messages = merged(known?.messages ?? [], loaded.messages)
  const isKnownOlder =
    known !== undefined && loaded.hasMore && oldestOf(known.messages) < oldestOf(loaded.messages)
  return {
    messages,
    hasMore: isKnownOlder ? known.hasMore : loaded.hasMore,
    loadedTo: [known?.loadedTo ?? '', newestOf(loaded.messages)].sort().at(-1) ?? '',
  }
}

/** Drops a page from before a reset: it would leave a gap. @param asked the log at the request */
export const withOlder = (known: ChatLog, loaded: Loaded, asked: ChatLog): ChatLog =>
  oldestOf(known.messages) === oldestOf(asked.messages)
    ? { ...known, messages: merged(known.messages, loaded.messages), hasMore: loaded.hasMore }
    : known

export const withOne = (known: ChatLog, message: ChatMessage): ChatLog => ({
  ...known,
  messages: merged(known.messages, [message]),
})

export const withoutFile = (known: ChatLog, messageId: string, attachmentId: string): ChatLog => ({
  ...known,
  messages: known.messages.map((message) =>
    message.id === messageId
      ? { ...message, attachments: message.attachments.filter(({ id }) => id !== attachmentId) }
      : message,
  ),
})

export const withRead = (known: ChatLog, messageId: string, readAt: string): ChatLog => ({
  ...known,
  messages: known.messages.map((message) =>
    message.id === messageId && !message.readAt ? { ...message, readAt } : message,
  ),
})
