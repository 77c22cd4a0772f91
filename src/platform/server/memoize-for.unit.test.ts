import { expect, test } from 'vitest'
import { memoizeFor } from './memoize-for.ts'

test('a result is given again; a failure reaches only the callers who waited for it', async () => {
  const answers = [
    () => Promise.reject(new Error('locked')),
    () => Promise.resolve(1),
    () => Promise.resolve(2),
  ]
  const look = memoizeFor(() => answers.shift()!(), 60_000)
  const failed = await Promise.allSettled([look(), look()])
  expect(failed.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(answers).toHaveLength(2)
  expect([await look(), await look()]).toEqual([1, 1])
})
