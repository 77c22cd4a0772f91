import { expect, test } from 'vitest'
import { writtenClock, writtenShort } from '#platform/web/written.ts'
import { dayLabel, distance, talkTime, timeBelowDay } from './talk-time.ts'

const now = new Date(2026, 2, 31, 9, 40)
const times = (at: Date) => [talkTime(at, now), timeBelowDay(at, now)]

test('a message of today has one age in stream and panel', () => {
  for (const [at, age] of [
    [new Date(2026, 2, 31, 9, 39, 45), 'less than a minute ago'],
    [new Date(2026, 2, 31, 9, 35), '5 minutes ago'],
    [new Date(2026, 2, 31, 8, 39), 'about 1 hour ago'],
    [new Date(2026, 2, 31, 0, 0), 'about 10 hours ago'],
    [new Date(2026, 2, 31, 9, 45), 'less than a minute ago'],
  ] as const)
    expect(times(at)).toEqual([age, age])
})

test('a message of yesterday has its clock, however few hours ago it was said', () => {
  const at = new Date(2026, 2, 30, 16, 39)
  expect(times(at)).toEqual([`Yesterday ${writtenClock(at)}`, `about 17 hours ago · ${writtenClock(at)}`])
  expect(dayLabel(at, now)).toBe('Yesterday')
})

test('an earlier message has its date and clock in the stream, and its age in the panel', () => {
  const at = new Date(2026, 2, 28, 16, 39)
  expect(times(at)).toEqual([writtenShort(at), `3 days ago · ${writtenClock(at)}`])
  expect(distance(at, now)).toBe('3 days ago')
})
