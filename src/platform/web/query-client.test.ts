import { QueryObserver } from '@tanstack/react-query'
import { afterEach, expect, test, vi } from 'vitest'
import { CallError } from './call.ts'
import { changeLoaded, createQueryClient } from './query-client.ts'

afterEach(() => vi.useRealTimers())

/** Something shown, whose loads are answered by hand. */
function aShown(client = createQueryClient()) {
  const loads: PromiseWithResolvers<string>[] = []
  const observer = new QueryObserver(client, {
    queryKey: ['shown'],
    queryFn: () => {
      const load = Promise.withResolvers<string>()
      loads.push(load)
      return load.promise
    },
  })
  const leave = observer.subscribe(() => undefined)
  const changes = () => void client.invalidateQueries({ queryKey: ['shown'] })
  const settled = () => new Promise((resolve) => setTimeout(resolve, 5))
  const isOld = () => client.getQueryState(['shown'])?.isInvalidated
  return { client, loads, changes, settled, leave, isOld, shown: () => observer.getCurrentResult().data }
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

test('a query that nobody shows and that changes while it is loaded again stays old', async () => {
  const { client, loads, changes, settled, leave, isOld } = aShown()
  loads[0]!.resolve('first')
  await settled()
  leave()
  const again = Promise.withResolvers<string>()
  const load = client.fetchQuery({ queryKey: ['shown'], queryFn: () => again.promise, staleTime: 0 })
  changes()
  again.resolve('before the change')
  await load
  await settled()
  expect(isOld()).toBe(true)
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

test('a query that changes during its first load is loaded again, also when a load before was marked and broken off', async () => {
  const { client, loads, changes, settled, leave } = aShown()
  changes()
  leave()
  loads[0]!.reject(new Error('gone'))
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

test('what is known to be old stays so, whatever is set in it, until it is loaded', async () => {
  const { client, loads, changes, settled, leave, isOld, shown } = aShown()
  loads[0]!.resolve('first')
  await settled()
  leave()
  changes()
  expect(isOld()).toBe(true)
  changeLoaded<string>(client, { queryKey: ['shown'] }, (known) => `${known}, changed`)
  expect(isOld()).toBe(true)
  const again = aShown(client)
  // Whoever leaves before the answer comes does not make it current either.
  changeLoaded<string>(client, { queryKey: ['shown'] }, (known) => `${known} twice`)
  again.leave()
  await settled()
  expect([isOld(), shown()]).toEqual([true, 'first'])
})

test('what is given back as it was does not count as loaded, and keeps its failure', async () => {
  const { client, loads, changes, settled, leave } = aShown()
  loads[0]!.resolve('first')
  await settled()
  changes()
  loads[1]!.reject(new CallError(404, ''))
  await settled()
  changeLoaded<string>(client, { queryKey: ['shown'] }, (known) => known)
  expect(client.getQueryState(['shown'])).toMatchObject({ status: 'error', isInvalidated: true })
  leave()
})

test.each([
  ['again and again while the server is busy', 503, 3],
  ['once when the server has refused', 403, 1],
])('what is old is asked for %s', async (_, status, times) => {
  vi.useFakeTimers()
  const { loads, changes, leave } = aShown()
  loads[0]!.resolve('first')
  await vi.advanceTimersByTimeAsync(1)
  changes()
  for (const waitMs of [3000, 6000, 1]) {
    loads.at(-1)!.reject(new CallError(status, ''))
    await vi.advanceTimersByTimeAsync(waitMs)
  }
  expect(loads).toHaveLength(1 + times)
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
