import { environmentManager, QueryObserver } from '@tanstack/react-query'
import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest'
import { CallError } from './call.ts'
import { changeLoaded, createQueryClient, refresh } from './query-client.ts'

// Without a window the library does nothing at intervals.
beforeAll(() => environmentManager.setIsServer(() => false))
afterAll(() => environmentManager.setIsServer(() => true))
afterEach(() => vi.useRealTimers())

const queryKey = ['shown']

/** A query on the screen, whose loads are answered by hand. */
function aShown(client = createQueryClient()) {
  const loads: PromiseWithResolvers<string>[] = []
  const observer = new QueryObserver(client, {
    queryKey,
    // As every call of the program does: who leaves, aborts.
    queryFn: ({ signal }) => {
      const load = Promise.withResolvers<string>()
      signal.addEventListener('abort', () => load.reject(new CallError(0, '')))
      loads.push(load)
      return load.promise
    },
  })
  const leave = observer.subscribe(() => undefined)
  const changes = () => void refresh(client, { queryKey })
  const settled = () => new Promise((resolve) => setTimeout(resolve, 5))
  return { client, loads, changes, settled, leave, shown: () => observer.getCurrentResult().data }
}

test('a query that changes during its first load is loaded again, once', async () => {
  const { loads, changes, settled, leave, shown } = aShown()
  changes()
  changes()
  expect(loads).toHaveLength(1)
  loads[0]!.resolve('before')
  await settled()
  expect(loads).toHaveLength(2)
  loads[1]!.resolve('after')
  await settled()
  expect([shown(), loads.length]).toEqual(['after', 2])
  leave()
})

test('a query that changes while it is loaded for nobody is loaded when it is shown', async () => {
  const { client, loads, changes, settled, leave } = aShown()
  loads[0]!.resolve('first')
  await settled()
  leave()
  const again = Promise.withResolvers<string>()
  const load = client.fetchQuery({ queryKey, queryFn: () => again.promise, staleTime: 0 })
  changes()
  again.resolve('before the change')
  await load
  await settled()
  const back = aShown(client)
  expect(back.loads).toHaveLength(1)
  back.leave()
})

test('a query that has not changed during its load is not loaded again', async () => {
  const { loads, changes, settled, leave, shown } = aShown()
  loads[0]!.resolve('first')
  await settled()
  expect([shown(), loads.length]).toEqual(['first', 1])
  changes()
  await settled()
  expect(loads).toHaveLength(2)
  loads[1]!.resolve('second')
  await settled()
  expect([shown(), loads.length]).toEqual(['second', 2])
  leave()
})

test('a query that failed in the meantime is loaded once when it is asked for again', async () => {
  const { loads, changes, settled, leave, shown } = aShown()
  changes()
  loads[0]!.reject(new Error('gone'))
  await settled()
  changes()
  await settled()
  loads[1]!.resolve('there')
  await settled()
  expect([shown(), loads.length]).toEqual(['there', 2])
  leave()
})

test('a query that changes during its first load is loaded again, also when a load before was broken off', async () => {
  const { client, changes, settled, leave } = aShown()
  changes()
  leave()
  await settled()
  const again = aShown(client)
  await settled()
  again.changes()
  again.loads[0]!.resolve('before')
  await settled()
  expect(again.loads).toHaveLength(2)
  again.loads[1]!.resolve('after')
  await settled()
  expect(again.shown()).toBe('after')
  again.leave()
})

test('an outdated query is loaded when it is shown, whatever was set in it before', async () => {
  const { client, loads, changes, settled, leave } = aShown()
  loads[0]!.resolve('first')
  await settled()
  leave()
  changes()
  changeLoaded<string>(client, { queryKey }, (known) => `${known}, changed`)
  changeLoaded<string>(client, { queryKey }, (known) => `${known} twice`)
  const again = aShown(client)
  expect([again.shown(), again.loads.length]).toEqual(['first, changed twice', 1])
  // A reader who leaves before the answer comes does not make it current either.
  changeLoaded<string>(client, { queryKey }, (known) => `${known} or more`)
  again.leave()
  await settled()
  const last = aShown(client)
  expect(last.loads).toHaveLength(1)
  last.loads[0]!.resolve('current')
  await settled()
  last.leave()
  const current = aShown(client)
  expect([current.shown(), current.loads.length]).toEqual(['current', 0])
  current.leave()
})

test('data that is given back as it was does not count as loaded, and keeps its failure', async () => {
  const { client, loads, changes, settled, leave } = aShown()
  loads[0]!.resolve('first')
  await settled()
  changes()
  loads[1]!.reject(new CallError(404, ''))
  await settled()
  changeLoaded<string>(client, { queryKey }, (known) => known)
  expect(client.getQueryState(queryKey)).toMatchObject({ status: 'error', isInvalidated: true })
  leave()
})

test.each([
  ['again and again while the server is busy', 503, 4],
  ['once when the server has refused', 403, 1],
])('an outdated query is asked for %s, and stays on the screen', async (_, status, times) => {
  vi.useFakeTimers()
  const { loads, changes, leave, shown } = aShown()
  loads[0]!.resolve('first')
  await vi.advanceTimersByTimeAsync(1)
  changes()
  for (let time = 0; time < 3; time++) {
    loads.at(-1)!.reject(new CallError(status, ''))
    await vi.advanceTimersByTimeAsync(10_000)
    expect(shown()).toBe('first')
  }
  expect(loads).toHaveLength(1 + times)
  loads.at(-1)!.resolve('second')
  await vi.advanceTimersByTimeAsync(60_000)
  expect(loads).toHaveLength(1 + times)
  leave()
})

test('a query whose refresh has failed is asked for again after something was set in it', async () => {
  vi.useFakeTimers()
  const { client, loads, changes, leave, shown } = aShown()
  loads[0]!.resolve('first')
  await vi.advanceTimersByTimeAsync(1)
  changes()
  loads[1]!.reject(new CallError(503, ''))
  await vi.advanceTimersByTimeAsync(1)
  changeLoaded<string>(client, { queryKey }, (known) => `${known}, changed`)
  await vi.advanceTimersByTimeAsync(10_000)
  expect([shown(), loads.length]).toEqual(['first, changed', 3])
  leave()
})

test('a first load that fails is not tried again by itself', async () => {
  vi.useFakeTimers()
  const { loads, leave } = aShown()
  loads[0]!.reject(new CallError(503, ''))
  await vi.advanceTimersByTimeAsync(120_000)
  expect(loads).toHaveLength(1)
  leave()
})
