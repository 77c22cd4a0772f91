import { expect, test } from 'vitest'
import type { LogEntry } from '#platform/server/log/log-entry.ts'
import { createRecentLog } from './recent-log.ts'

const entryAt = (position: number, type = 'known'): LogEntry => ({
  position,
  publicPosition: null,
  type,
  ticketId: null,
  subjectId: null,
  actorId: null,
  ip: null,
  data: null,
  at: new Date(0),
})

const newest = async () => 0

/** A log that holds these events, and what was read of it. */
function logOf(length: number, most?: number) {
  const entries = Array.from({ length }, (_, place) => entryAt(place + 1))
  const reads: [number, number][] = []
  const read = async (after: number, upTo: number) => {
    reads.push([after, upTo])
    return entries.filter(({ position }) => position > after && position <= upTo)
  }
  const recent = createRecentLog({ newest, read, isKnown: ({ type }) => type === 'known' }, most)
  const between = async (after: number, upTo: number) =>
    (await recent.between(after, upTo))?.map(({ position }) => position)
  return { entries, reads, between }
}

test('events are read once, however many ask for them', async () => {
  const { reads, between } = logOf(20)
  expect(await Promise.all([between(3, 5), between(4, 5), between(3, 7), between(5, 5)])).toEqual([
    [4, 5],
    [5],
    [4, 5, 6, 7],
    [],
  ])
  expect(await between(6, 7)).toEqual([7])
  expect(reads).toEqual([
    [3, 5],
    [5, 7],
  ])
})

test('events older than the kept part of the log are read by themselves', async () => {
  const { reads, between } = logOf(20, 4)
  await between(4, 8)
  expect(await between(8, 10)).toEqual([9, 10])
  expect(await between(5, 8)).toEqual([6, 7, 8])
  expect(await between(6, 10)).toEqual([7, 8, 9, 10])
  expect(reads).toEqual([
    [4, 8],
    [8, 10],
    [5, 8],
  ])
})

test('too many events are not read', async () => {
  const { reads, between } = logOf(20, 4)
  expect(await between(0, 5)).toBeUndefined()
  expect(reads).toEqual([])
  expect(await between(1, 3)).toEqual([2, 3])
  expect(await between(14, 15)).toEqual([15])
  expect(reads).toEqual([
    [1, 3],
    [14, 15],
  ])
})

test('events that the log does not have, or whose kind nobody knows, are not told', async () => {
  const { entries, between } = logOf(6)
  entries.splice(3, 1)
  expect(await between(1, 3)).toEqual([2, 3])
  expect(await between(3, 5)).toBeUndefined()
  entries.splice(3, 0, entryAt(4, 'new'))
  expect(await between(3, 5)).toBeUndefined()
  expect(await between(4, 6)).toEqual([5, 6])
})

test('a read that fails is made again', async () => {
  let isAway = true
  const recent = createRecentLog({
    newest,
    async read() {
      if (isAway) throw new Error('away')
      return [entryAt(1)]
    },
    isKnown: () => true,
  })
  const asked = [recent.between(0, 1), recent.between(0, 1)]
  for (const one of await Promise.allSettled(asked)) expect(one.status).toBe('rejected')
  isAway = false
  expect(await recent.between(0, 1)).toHaveLength(1)
})
