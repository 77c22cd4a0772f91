import { expect, test } from 'vitest'
import { pooled } from './pooled.ts'

test('at most four tasks run at once, and all get their turn', async () => {
  let running = 0
  let most = 0
  const results = await pooled([1, 2, 3, 4, 5, 6, 7, 8, 9], 4, async (item) => {
    running += 1
    most = Math.max(most, running)
    await new Promise((resolve) => setTimeout(resolve, 10 - item))
    running -= 1
    return item * 10
  })
  expect(most).toBe(4)
  expect(results.map((result) => result.status === 'fulfilled' && result.value)).toEqual([
    10, 20, 30, 40, 50, 60, 70, 80, 90,
  ])
})

test('a failed task stops no other', async () => {
  const results = await pooled(['a', 'b', 'c'], 2, (item) =>
    item === 'b' ? Promise.reject(new Error('no')) : Promise.resolve(item),
  )
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
})
