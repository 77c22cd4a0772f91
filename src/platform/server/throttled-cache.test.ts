import { setTimeout as wait } from 'node:timers/promises'
import { expect, test } from 'vitest'
import { createThrottledCache } from './throttled-cache.ts'

const took = 30

function counted() {
  let begun = 0
  const paced = createThrottledCache(async () => {
    const mine = ++begun
    await wait(took)
    return mine
  })
  return { paced, begun: () => begun }
}

test('an answer is remembered until the log has grown or another question is asked', async () => {
  const { paced } = counted()
  expect(await paced(5)).toBe(1)
  expect(await paced(5)).toBe(1)
  expect(await paced(4)).toBe(1)
  expect(await paced(6)).toBe(2)
  expect(await paced(6, 'another')).toBe(3)
})

test('many who ask while the log grows cause few look-ups, and nobody gets an answer from before they asked', async () => {
  const { paced, begun } = counted()
  const answers: Promise<void>[] = []
  const start = performance.now()
  for (let position = 1; performance.now() - start < 1000; position++) {
    const before = begun()
    answers.push((async () => expect(await paced(position)).toBeGreaterThan(position === 1 ? 0 : before))())
    await wait(5)
  }
  await Promise.all(answers)
  expect(begun()).toBeGreaterThan(2)
  expect(begun()).toBeLessThan(6)
})

test('a failed look-up is made again', async () => {
  let isBroken = true
  const paced = createThrottledCache(async () => {
    if (isBroken) throw new Error('no database')
    return 'found'
  })
  await expect(Promise.all([paced(1), paced(1)])).rejects.toThrow('no database')
  isBroken = false
  expect(await paced(1)).toBe('found')
})

test('the look-up after a slow one does not wait many times as long', async () => {
  const moments: number[] = []
  const paced = createThrottledCache(async () => {
    moments.push(performance.now())
    await wait(200)
    moments.push(performance.now())
  }, 10)
  for (let position = 1; position <= 2; position++) await paced(position)
  const [begun = 0, ended = 0, begunAgain = 0] = moments
  // Nine times, without an end to it.
  expect((begunAgain - ended) / (ended - begun)).toBeLessThan(4)
})
