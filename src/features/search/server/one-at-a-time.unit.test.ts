import { expect, test } from 'vitest'
import { createOneAtATime } from './one-at-a-time.ts'

function searching() {
  const oneAtATime = createOneAtATime()
  const begun: string[] = []
  const search = (person: string, name: string) => {
    const { promise, resolve, reject } = Promise.withResolvers<string>()
    const answer = oneAtATime(person, () => {
      begun.push(name)
      return promise
    })
    return { answer, finish: () => resolve(name), fail: () => reject(new Error(name)) }
  }
  return { search, begun }
}

test('one search of a person runs, the newest waits, and those in between are refused', async () => {
  const { search, begun } = searching()
  const [first, second, third] = [search('ana', '1'), search('ana', '2'), search('ana', '3')]
  await expect(second.answer).rejects.toMatchObject({ code: 'too_many', details: { retryAfterS: 1 } })
  expect(begun).toEqual(['1'])
  first.finish()
  third.finish()
  expect(await Promise.all([first.answer, third.answer])).toEqual(['1', '3'])
  expect(begun).toEqual(['1', '3'])
})

test('a search does not wait for another person’s, nor for a failed one', async () => {
  const { search, begun } = searching()
  const [ana, bob] = [search('ana', '1'), search('bob', '2')]
  expect(begun).toEqual(['1', '2'])
  ana.fail()
  await expect(ana.answer).rejects.toThrow('1')
  const next = search('ana', '3')
  expect(begun).toEqual(['1', '2', '3'])
  bob.finish()
  next.finish()
  expect(await Promise.all([bob.answer, next.answer])).toEqual(['2', '3'])
})
