import { expect, test } from 'vitest'
import type { HistoryEntry } from '#features/tickets/contract.ts'
import type { Entry } from './entries.ts'
import { foldsOf } from './folds.ts'

let made = 0
const at = () => new Date(++made * 1000).toISOString()
const change = (changes: HistoryEntry['changes'] = []): Entry => {
  const key = `event-${made}`
  return {
    kind: 'event',
    at: at(),
    key,
    event: { id: key, what: 'changed', changes } as unknown as HistoryEntry,
  }
}
const words = (): Entry => ({ kind: 'comment', at: at(), key: `comment-${made}`, comment: {} as never })
const times = (count: number, one: () => Entry) => Array.from({ length: count }, one)
const keysOf = (entries: readonly Entry[] = []) => entries.map(({ key }) => key)
const foldedIn = (entries: readonly Entry[], firstUnread?: string) =>
  [...foldsOf(entries, firstUnread).values()].map(({ kind, entries: some }) => [kind, keysOf(some)])

test('three changes in a row are one line, two are not, and the last ones stand', () => {
  const [run, pair, last] = [times(3, change), times(2, change), times(4, change)]
  expect(foldedIn([...run, words(), ...pair, words(), ...last])).toEqual([['changes', keysOf(run)]])
})

test('a reopening is never folded away', () => {
  const reopening = change([{ field: 'status', from: 'resolved', to: 'open', isReply: true }])
  expect(foldedIn([change(), change(), reopening, change(), change(), words()])).toEqual([])
})

test('a long conversation shows its first two and its last twenty entries', () => {
  expect(foldedIn(times(30, words))).toEqual([])
  const long = times(192, words)
  expect(foldedIn(long)).toEqual([['earlier', keysOf(long.slice(2, 172))]])
})

test('nothing from the first unread entry on is folded into the middle', () => {
  const long = times(50, words)
  expect(foldedIn(long, long[10]?.key)).toEqual([['earlier', keysOf(long.slice(2, 10))]])
  expect(foldedIn(long, long[45]?.key)).toEqual([['earlier', keysOf(long.slice(2, 30))]])
  expect(foldedIn(long, long[1]?.key)).toEqual([])
})

test('changes are folded beside the middle, not within it', () => {
  const run = times(3, change)
  const entries = [...run, ...times(40, words)]
  expect(foldedIn(entries)).toEqual([['earlier', keysOf(entries.slice(2, 23))]])
})
