import type { ReactNode } from 'react'
import type { ChatLog } from '#features/chat/web/chat-log.ts'
import type { Comment } from '#features/comments/contract.ts'
import type { HistoryEntry } from '#features/tickets/contract.ts'
import type { TicketDetail } from '../../contract.ts'

export const views = ['all', 'comments', 'chat', 'history'] as const
export type View = (typeof views)[number]

export interface OtherEntry {
  at: string
  key: string
  draw(place: { id: string; isLeftOut: boolean }): ReactNode
}

export type Entry = { at: string; key: string } & (
  | { kind: 'comment'; comment: Comment }
  | { kind: 'chat'; message: ChatLog['messages'][number] }
  | { kind: 'other'; draw: OtherEntry['draw'] }
  /** The creation is the description above, so only the history shows it as a line. */
  | { kind: 'event' | 'creation'; event: HistoryEntry }
)

interface Sources {
  comments: TicketDetail['comments']
  hasMoreComments?: boolean
  history: readonly HistoryEntry[] | undefined
  others?: readonly OtherEntry[]
  /** Absent without a chat, after a failure, or when the viewer may not see it. */
  chat: ChatLog | 'awaited' | undefined
}

export interface Conversation {
  /** Oldest first. */
  entries: readonly Entry[]
  /** Time, in milliseconds, before which comments or chat messages may be missing. */
  completeFrom: number
  /** Source of the missing earlier part; undefined while the chat is awaited. */
  missing: 'comments' | 'chat' | undefined
}

/** Order at one time: a comment before the status set with it. */
const ranks: Record<Entry['kind'], number> = { creation: 0, comment: 1, chat: 2, event: 3, other: 4 }

const inOrder = (one: Entry, other: Entry) =>
  Date.parse(one.at) - Date.parse(other.at) || ranks[one.kind] - ranks[other.kind]

/** Merges the sources by time; each source keeps its order at equal times. */
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
    // Comments have entries of their own.
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

/** Finds the time from which all are loaded. */
function beginOf(known: readonly { createdAt: string }[] = [], hasMore = false): number {
  const [oldest] = known
  return hasMore && oldest ? Date.parse(oldest.createdAt) : -Infinity
}

/** Tells whether missing comments or messages may belong above it. */
const isEarly = ({ completeFrom }: Conversation, entry: Entry): boolean => Date.parse(entry.at) < completeFrom

const kinds: Record<View, readonly Entry['kind'][]> = {
  all: ['comment', 'chat', 'event', 'other'],
  comments: ['comment'],
  chat: ['chat'],
  history: ['creation', 'event', 'other'],
}

export const isIn = (view: View, conversation: Conversation, entry: Entry): boolean =>
  kinds[view].includes(entry.kind) && !(view === 'all' && isEarly(conversation, entry))
