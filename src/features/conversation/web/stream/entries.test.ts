import { expect, test } from 'vitest'
import type { ChatLog } from '#features/chat/web/chat-log.ts'
import type { Comment } from '#features/comments/contract.ts'
import type { HistoryEntry } from '#features/tickets/contract.ts'
import { converse, isIn, views, type Conversation, type OtherEntry, type View } from './entries.ts'

const at = (minute: number) => new Date(Date.UTC(2026, 0, 1, 9, minute)).toISOString()
const user = { id: 'u', firstName: 'Ana', lastName: 'X', profileImageUrl: null }

const comment = (id: string, minute: number, some: Partial<Comment> = {}): Comment => ({
  id,
  content: id,
  isInternal: false,
  createdAt: at(minute),
  editedAt: null,
  formerContent: null,
  user,
  mentions: [],
  attachments: [],
  ...some,
})
const event = (id: string, minute: number, what: HistoryEntry['what'] = 'changed'): HistoryEntry => ({
  id,
  at: at(minute),
  by: user,
  what,
  changes: [],
  files: [],
  isInternal: false,
})
const chat = (hasMore: boolean, ...minutes: number[]): ChatLog => ({
  messages: minutes.map((minute) => ({
    id: String(minute),
    ticketId: 't',
    senderId: 'u',
    message: 'Hello',
    createdAt: at(minute),
    attachments: [],
  })),
  hasMore,
  loadedTo: at(60),
})

const keys = ({ entries }: Conversation) => entries.map(({ key }) => key)
const shown = (view: View, conversation: Conversation) =>
  conversation.entries.filter((entry) => isIn(view, conversation, entry)).map(({ key }) => key)

test('comments, messages and events stand by their time, whatever order their sources have', () => {
  const conversation = converse({
    comments: [comment('a', 3), comment('b', 8)],
    history: [event('1', 0, 'created'), event('2', 3, 'commented'), event('3', 5), event('4', 9, 'attached')],
    chat: chat(false, 1, 6),
  })
  expect(keys(conversation)).toEqual([
    'event-1',
    'chat-1',
    'comment-a',
    'event-3',
    'chat-6',
    'comment-b',
    'event-4',
  ])
})

test('at one moment what was said stands before what changed with it, and each source keeps its order', () => {
  const conversation = converse({
    comments: [comment('b', 2), comment('a', 2)],
    history: [event('9', 2), event('10', 2)],
    chat: chat(false, 2),
  })
  expect(keys(conversation)).toEqual(['comment-b', 'comment-a', 'chat-2', 'event-9', 'event-10'])
})

test('each view shows its kinds, and the creation stands in the history alone', () => {
  const conversation = converse({
    comments: [comment('a', 1)],
    history: [event('1', 0, 'created'), event('2', 3)],
    chat: chat(false, 2),
  })
  expect(views.map((view) => shown(view, conversation))).toEqual([
    ['comment-a', 'chat-2', 'event-2'],
    ['comment-a'],
    ['chat-2'],
    ['event-1', 'event-2'],
  ])
})

test('entries of other features stand after what they tell of, in the whole and in the history', () => {
  const mail = (id: string, minute: number): OtherEntry => ({
    at: at(minute),
    key: `mail-${id}`,
    draw: () => null,
  })
  const conversation = converse({
    comments: [comment('a', 1)],
    history: [event('1', 2)],
    others: [mail('m', 2), mail('n', 0)],
    chat: chat(false, 3),
  })
  expect(views.map((view) => shown(view, conversation))).toEqual([
    ['mail-n', 'comment-a', 'event-1', 'mail-m', 'chat-3'],
    ['comment-a'],
    ['chat-3'],
    ['mail-n', 'event-1', 'mail-m'],
  ])
})

test('nothing stands above messages that are not loaded; the views of one kind are whole', () => {
  const sources = { comments: [comment('a', 1), comment('b', 7)], history: [event('1', 2), event('2', 9)] }
  const part = converse({ ...sources, chat: chat(true, 5, 8) })
  expect(shown('all', part)).toEqual(['chat-5', 'comment-b', 'chat-8', 'event-2'])
  expect(shown('comments', part)).toEqual(['comment-a', 'comment-b'])
  expect(shown('history', part)).toEqual(['event-1', 'event-2'])
  const whole = converse({ ...sources, chat: chat(false, 0, 5, 8) })
  expect(shown('all', whole)).toEqual([
    'chat-0',
    'comment-a',
    'event-1',
    'chat-5',
    'comment-b',
    'chat-8',
    'event-2',
  ])
})

test('until the chat that there is has come, nothing stands that may be older than its first message', () => {
  const conversation = converse({ comments: [comment('a', 1)], history: [event('1', 2)], chat: 'awaited' })
  expect(shown('all', conversation)).toEqual([])
  expect(shown('comments', conversation)).toEqual(['comment-a'])
})

test('without history and chat the comments stand alone', () => {
  const conversation = converse({ comments: [comment('a', 1)], history: undefined, chat: undefined })
  expect(shown('all', conversation)).toEqual(['comment-a'])
})

test('nothing stands above comments that are not loaded, and the younger of two parts is continued first', () => {
  const sources = { comments: [comment('a', 5), comment('b', 7)], history: [event('1', 2), event('2', 6)] }
  const part = converse({ ...sources, hasMoreComments: true, chat: chat(true, 3, 8) })
  expect(shown('all', part)).toEqual(['comment-a', 'event-2', 'comment-b', 'chat-8'])
  expect(shown('chat', part)).toEqual(['chat-3', 'chat-8'])
  expect(part.missing).toBe('comments')
  expect(converse({ ...sources, hasMoreComments: true, chat: chat(true, 6) }).missing).toBe('chat')
  expect(converse({ ...sources, chat: chat(false, 6) }).missing).toBeUndefined()
})
