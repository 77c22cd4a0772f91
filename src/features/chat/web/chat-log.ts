import type { ChatMessage } from '../contract.ts'

/** The part of a chat that a browser has: the newest messages without a gap, oldest first. */
export interface ChatLog {
  messages: readonly ChatMessage[]
  /** There are older ones on the server. */
  hasMore: boolean
  /** The time of the newest message that came with a page: after it, messages that came alone may have gaps until the next page. */
  loadedTo: string
}

/** Answer of the server: its newest messages, or those before the loaded ones; newest first. */
export interface Loaded {
  messages: readonly ChatMessage[]
  hasMore: boolean
}

// In a chat no two messages have the same moment.
const byMoment = (one: ChatMessage, other: ChatMessage) => (one.createdAt < other.createdAt ? -1 : 1)

/** Takes the later of two answers about one message: the one with the read mark. */
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

/** Whether the loaded page reaches down to known messages, so that nothing is missing between. */
export const reaches = (known: ChatLog | undefined, loaded: Loaded): boolean =>
  known === undefined || !loaded.hasMore || oldestOf(loaded.messages) <= known.loadedTo

/** The newest messages, loaded until they reach known ones. */
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

/**
 * The page before the oldest that is known. One that was asked for before the log began anew would leave a gap, and is left out.
 * @param asked what was known when it was asked for
 */
export const withOlder = (known: ChatLog, loaded: Loaded, asked: ChatLog): ChatLog =>
  oldestOf(known.messages) === oldestOf(asked.messages)
    ? { ...known, messages: merged(known.messages, loaded.messages), hasMore: loaded.hasMore }
    : known

/** One message that has just been said or sent. */
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
