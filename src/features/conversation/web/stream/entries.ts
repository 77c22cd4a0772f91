import type { ChatLog } from '#features/chat/web/chat-log.ts'
import type { ReactNode } from 'react'
import type { Comment } from '#features/comments/contract.ts'
import type { HistoryEntry } from '#features/tickets/contract.ts'
import type { TicketDetail } from '../../contract.ts'

/** Parts of a conversation to show. */
export const views = ['all', 'comments', 'chat', 'history'] as const
export type View = (typeof views)[number]

/** An entry of a feature that comes later, such as a mail that went out. */
export interface OtherEntry {
  at: string
  key: string
  draw(place: { id: string; isLeftOut: boolean }): ReactNode
}

export type Entry = { at: string; key: string } & (
  | { kind: 'comment'; comment: Comment }
  | { kind: 'chat'; message: ChatLog['messages'][number] }
  | { kind: 'other'; draw: OtherEntry['draw'] }
  /** The creation is the description above, so only the history tells it once more. */
  | { kind: 'event' | 'creation'; event: HistoryEntry }
)

interface Sources {
  comments: TicketDetail['comments']
  /** There are comments before these. */
  hasMoreComments?: boolean
  history: readonly HistoryEntry[] | undefined
  others?: readonly OtherEntry[]
  /** Absent where there is none, it could not be loaded, or the viewer may not see it. */
  chat: ChatLog | 'awaited' | undefined
}

export interface Conversation {
  /** Oldest first. */
  entries: readonly Entry[]
  /** Before this moment, in milliseconds, comments or messages of the chat may be missing. */
  completeFrom: number
  /** The source of which the earlier part is missing there; nothing while the chat is awaited. */
  missing: 'comments' | 'chat' | undefined
}

/** One moment may be that of a comment and of the status set with it: what was said comes first. */
const ranks: Record<Entry['kind'], number> = { creation: 0, comment: 1, chat: 2, event: 3, other: 4 }

const inOrder = (one: Entry, other: Entry) =>
  Date.parse(one.at) - Date.parse(other.at) || ranks[one.kind] - ranks[other.kind]

/** Puts what was said and done into one order; what each source gives at one moment stays in its order. */
export function converse({
  comments,
  hasMoreComments = false,
  history,
  others = [],
  chat,
}: Sources): Conversation {
  const log = chat === 'awaited' ? undefined : chat
  const entries: Entry[] = [
    ...comments.map((comment) => ({
      kind: 'comment' as const,
      at: comment.createdAt,
      key: `comment-${comment.id}`,
      comment,
    })),
    ...(log?.messages ?? []).map((message) => ({
      kind: 'chat' as const,
      at: message.createdAt,
      key: `chat-${message.id}`,
      message,
    })),
    ...others.map((other) => ({ kind: 'other' as const, ...other })),
    // Comments stand for themselves.
    ...(history ?? [])
      .filter(({ what }) => what !== 'commented')
      .map((event) => ({
        kind: event.what === 'created' ? ('creation' as const) : ('event' as const),
        at: event.at,
        key: `event-${event.id}`,
        event,
      })),
  ]
  const ofChat = beginOf(log?.messages, log?.hasMore)
  const ofComments = beginOf(comments, hasMoreComments)
  const known = Math.max(ofChat, ofComments)
  return {
    entries: entries.toSorted(inOrder),
    completeFrom: chat === 'awaited' ? Infinity : known,
    missing:
      chat === 'awaited' || known === -Infinity ? undefined : known === ofComments ? 'comments' : 'chat',
  }
}

/** From which moment on all are known. */
function beginOf(known: readonly { createdAt: string }[] = [], hasMore = false): number {
  const [oldest] = known
  return hasMore && oldest ? Date.parse(oldest.createdAt) : -Infinity
}

/** Whether comments or messages that are not loaded may belong above it. */
const isEarly = ({ completeFrom }: Conversation, entry: Entry): boolean => Date.parse(entry.at) < completeFrom

const kinds: Record<View, readonly Entry['kind'][]> = {
  all: ['comment', 'chat', 'event', 'other'],
  comments: ['comment'],
  chat: ['chat'],
  history: ['creation', 'event', 'other'],
}

export const isIn = (view: View, conversation: Conversation, entry: Entry): boolean =>
  kinds[view].includes(entry.kind) && !(view === 'all' && isEarly(conversation, entry))
