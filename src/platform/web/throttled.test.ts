import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { throttled } from './throttled.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

test('a throttled function runs at once, then at most once in its time', () => {
  const work = vi.fn<(name: string) => void>()
  const ask = throttled(work, 300)
  ask('first')
  ask('lost in the first')
  vi.advanceTimersByTime(0)
  expect(work.mock.calls).toEqual([['first']])
  ask('second')
  vi.advanceTimersByTime(299)
  expect(work).toHaveBeenCalledTimes(1)
  vi.advanceTimersByTime(1)
  expect(work.mock.calls).toEqual([['first'], ['second']])
  vi.advanceTimersByTime(10_000)
  expect(work).toHaveBeenCalledTimes(2)
  ask('after a rest')
  vi.advanceTimersByTime(0)
  expect(work).toHaveBeenCalledTimes(3)
})

test('a function that is throttled immediately runs within the call, and once more for all calls of its time', () => {
  const work = vi.fn<(name: string) => void>()
  const ask = throttled(work, 300, true)
  ask('first')
  expect(work.mock.calls).toEqual([['first']])
  ask('second')
  ask('third')
  expect(work).toHaveBeenCalledTimes(1)
  vi.advanceTimersByTime(300)
  expect(work.mock.calls).toEqual([['first'], ['second']])
})
