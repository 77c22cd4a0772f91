import { QueryObserver } from '@tanstack/react-query'
import { expect, test } from 'vitest'
import { createQueryClient } from './query-client.ts'

/** Something shown, whose loads are answered by hand. */
function aShown() {
  const client = createQueryClient()
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
  return { loads, changes, settled, leave, shown: () => observer.getCurrentResult().data }
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
