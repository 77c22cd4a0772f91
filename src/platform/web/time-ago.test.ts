import { expect, test } from 'vitest'
import { timeAgo } from './time-ago.ts'

const now = new Date('2026-03-31T12:00:00Z')
const before = (ms: number) => timeAgo(new Date(now.getTime() - ms), now)
const minuteMs = 60_000
const dayMs = 24 * 60 * minuteMs

test('an age is told in its largest unit', () => {
  expect(before(59_000)).toBe('Just now')
  expect(before(minuteMs)).toBe('1 minute ago')
  expect(before(60 * minuteMs - 1)).toBe('59 minutes ago')
  expect(before(5 * 60 * minuteMs)).toBe('5 hours ago')
  expect(before(dayMs - 1)).toBe('23 hours ago')
  expect(before(3 * dayMs)).toBe('3 days ago')
})

test('a time more than 30 days ago is told as a date', () => {
  expect(before(31 * dayMs)).toBe(
    new Date('2026-02-28T12:00:00Z').toLocaleDateString(undefined, { dateStyle: 'medium' }),
  )
})

test('an age is never in the future, when the clock runs behind', () => {
  expect(before(-5 * minuteMs)).toBe('Just now')
})
