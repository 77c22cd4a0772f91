import { expect, test } from 'vitest'
import { createPositionCache } from './position-cache.ts'

function counted(atMost: number, lengthAtMost?: number) {
  const lookedUp: string[] = []
  const remembered = createPositionCache<string>(atMost, lengthAtMost)
  const ask = (question: string, position = 1, answer = question) =>
    remembered(question, position, async () => {
      lookedUp.push(question)
      return answer
    })
  return { ask, lookedUp }
}

test('an answer is remembered until the log has grown, and the one longest unused goes first', async () => {
  const { ask, lookedUp } = counted(2)
  for (const question of ['a', 'b', 'a', 'c', 'a', 'b']) await ask(question)
  expect(lookedUp).toEqual(['a', 'b', 'c', 'b'])
  await ask('b', 2)
  expect(lookedUp).toEqual(['a', 'b', 'c', 'b', 'b'])
})

test('answers are remembered up to a total length, however few they are', async () => {
  const { ask, lookedUp } = counted(2000, 1000)
  const long = 'x'.repeat(400)
  for (const question of ['a', 'b', 'c']) await ask(question, 1, long)
  await ask('c', 1, long)
  expect(lookedUp).toEqual(['a', 'b', 'c'])
  await ask('a', 1, long)
  expect(lookedUp).toEqual(['a', 'b', 'c', 'a'])
  const tooLong = 'x'.repeat(2000)
  await ask('d', 1, tooLong)
  await ask('d', 1, tooLong)
  expect(lookedUp.slice(4)).toEqual(['d', 'd'])
})

test('a failed look-up is made again', async () => {
  const remembered = createPositionCache<string>(10)
  await expect(remembered('a', 1, () => Promise.reject(new Error('no database')))).rejects.toThrow(
    'no database',
  )
  expect(await remembered('a', 1, async () => 'found')).toBe('found')
})
