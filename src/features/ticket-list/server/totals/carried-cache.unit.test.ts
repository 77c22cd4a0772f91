import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { LogEntry } from '#platform/server/log/log-entry.ts'
import { createCarriedCache } from './carried-cache.ts'
import type { RecentLog } from './recent-log.ts'

beforeEach(() => void vi.useFakeTimers({ toFake: ['performance', 'setTimeout'] }))
afterEach(() => void vi.useRealTimers())

/** Events that are told of as `+1`, `-1`, `0`, or `?` where they do not tell; the first has position 1. */
const entryOf = (type: string, place: number): LogEntry => ({
  position: place + 1,
  publicPosition: null,
  type,
  ticketId: null,
  subjectId: null,
  actorId: null,
  ip: null,
  data: null,
  at: new Date(0),
})

/** A log that grows, and a number that is the sum of what it tells. */
function counted(atMost = 10) {
  const log: LogEntry[] = []
  const lookedUp: string[] = []
  let found = () => ({ position: log.length, answer: log.reduce((sum, { type }) => sum + Number(type), 0) })
  const recent: RecentLog = {
    newest: async () => log.length,
    between: async (after, upTo) => log.slice(after, upTo),
  }
  const remembered = createCarriedCache<number>(recent, atMost)
  return {
    lookedUp,
    says: (...types: string[]) => types.forEach((type) => log.push(entryOf(type, log.length))),
    answers: (next: typeof found) => void (found = next),
    head: () => log.length,
    ask: (key = 'all', position = log.length) =>
      remembered(position, {
        key,
        async lookUp() {
          lookedUp.push(key)
          return found()
        },
        applyEvents: (sum, entries) =>
          entries.some(({ type }) => type === '?')
            ? undefined
            : entries.reduce((all, { type }) => all + Number(type), sum),
      }),
  }
}

test('an answer is found once and carried forward by what happens', async () => {
  const { ask, says, lookedUp } = counted()
  says('+1', '+1')
  expect(await ask()).toEqual({ position: 2, answer: 2 })
  says('+1', '0', '-1', '+1')
  expect(await ask()).toEqual({ position: 6, answer: 3 })
  expect(await ask()).toEqual({ position: 6, answer: 3 })
  expect(lookedUp).toEqual(['all'])
})

test('an event that arrives between a request and its answer counts once', async () => {
  const { ask, says, lookedUp } = counted()
  says('+1')
  const asked = ask()
  says('+1')
  expect(await asked).toEqual({ position: 2, answer: 2 })
  says('+1')
  expect(await ask()).toEqual({ position: 3, answer: 3 })
  expect(lookedUp).toEqual(['all'])
})

test('an earlier position gets the present answer', async () => {
  const { ask, says, lookedUp } = counted()
  says('+1', '+1')
  await ask()
  expect(await ask('all', 1)).toEqual({ position: 2, answer: 2 })
  expect(lookedUp).toEqual(['all'])
})

test('an event that does not tell the new answer makes the cache look it up again', async () => {
  const { ask, says, answers, lookedUp } = counted()
  await ask()
  says('?')
  answers(() => ({ position: 1, answer: 7 }))
  expect(await ask()).toEqual({ position: 1, answer: 7 })
  says('+1')
  expect(await ask()).toEqual({ position: 2, answer: 8 })
  expect(lookedUp).toEqual(['all', 'all'])
})

test('requests that arrive during a lookup share it, and get the newest answer', async () => {
  const { ask, says, lookedUp } = counted()
  says('+1')
  const first = ask()
  says('+1')
  const others = [ask(), ask()]
  expect(await Promise.all([first, ...others])).toEqual([2, 2, 2].map((answer) => ({ position: 2, answer })))
  expect(lookedUp).toEqual(['all'])
})

test('the answer longest unused goes first', async () => {
  const { ask, lookedUp } = counted(2)
  for (const key of ['a', 'b', 'a', 'c', 'a', 'b']) await ask(key)
  expect(lookedUp).toEqual(['a', 'b', 'c', 'b'])
})

test('a failed lookup is repeated at the next request', async () => {
  const { ask, answers } = counted()
  answers(() => {
    throw new Error('no database')
  })
  await expect(ask()).rejects.toThrow('no database')
  answers(() => ({ position: 0, answer: 5 }))
  expect(await ask()).toEqual({ position: 0, answer: 5 })
})
