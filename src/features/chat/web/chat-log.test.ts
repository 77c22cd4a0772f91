import { expect, test } from 'vitest'
import type { ChatMessage } from '../contract.ts'
import { reaches, withNewest, withOlder, withOne, type ChatLog } from './chat-log.ts'

/** A message by its minute in the hour. */
const message = (minute: number): ChatMessage => ({
  id: String(minute),
  ticketId: 'ticket',
  senderId: 'sender',
  sender: null,
  message: `Message ${minute}`,
  createdAt: new Date(Date.UTC(2026, 0, 1, 12, minute)).toISOString(),
  readAt: null,
  attachments: [],
})
const page = (minutes: number[], hasMore: boolean) => ({ messages: minutes.map(message), hasMore })
const minutesOf = (log: ChatLog) => log.messages.map(({ id }) => Number(id))

test('newest messages join the known ones when they reach them, and what is older stays as it was', () => {
  const known = withNewest(undefined, page([5, 4, 3], true))
  expect(reaches(known, page([9, 8, 7], true))).toBe(false)
  expect(reaches(known, page([9, 8, 7, 6, 5], true))).toBe(true)
  const log = withNewest(known, page([9, 8, 7, 6, 5], true))
  expect(minutesOf(log)).toEqual([3, 4, 5, 6, 7, 8, 9])
  expect(log.hasMore).toBe(true)
})

test('an older page goes before what is known, also when something was said meanwhile', () => {
  const asked = withNewest(undefined, page([5, 4], true))
  const log = withOlder(withOne(asked, message(6)), page([4, 3, 2], false), asked)
  expect(minutesOf(log)).toEqual([2, 3, 4, 5, 6])
  expect(log.hasMore).toBe(false)
})

test('an older page that was asked for before the log began anew leaves no gap in it', () => {
  const asked = withNewest(undefined, page([5, 4], true))
  const anew = withNewest(undefined, page([59, 58], true))
  expect(withOlder(anew, page([3, 2], false), asked)).toBe(anew)
})
