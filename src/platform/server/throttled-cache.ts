import { setTimeout as wait } from 'node:timers/promises'

interface Answer<T> {
  /** The newest position of the log, and the last question, that it answers. */
  position: number
  question: string
  answer: Promise<T>
}

/** After each look-up a rest of so many times as long as it took, but no longer than people wait for a page. */
const restFor = 9
const longestRestMs = 3000

/**
 * Remembers one answer that is costly to find, together with the position of the log before it was looked up; it counts for nothing once
 * the log has grown or the question is another. However fast the log grows, at most a tenth of the time goes into looking it up, unless
 * that takes longer than a third of a second: those who ask meanwhile wait together for the next answer, which knows of all that was there
 * before they asked.
 * @param restAtMostMs how long it is not looked up again at most
 */
export function createThrottledCache<T>(lookUp: () => Promise<T>, restAtMostMs = longestRestMs) {
  let known: Answer<T> | undefined
  let coming: Answer<T> | undefined
  let restUntil = 0

  async function find(before: Promise<unknown> | undefined): Promise<T> {
    await before?.catch(() => undefined)
    const rest = restUntil - performance.now()
    if (rest > 0) await wait(rest)
    const mine = coming
    known = mine
    coming = undefined
    const begun = performance.now()
    try {
      return await lookUp()
    } catch (error) {
      if (known === mine) known = undefined
      throw error
    } finally {
      const ended = performance.now()
      restUntil = ended + Math.min(restFor * (ended - begun), restAtMostMs)
    }
  }

  return function paced(position: number, question = ''): Promise<T> {
    if (known && known.position >= position && known.question === question) return known.answer
    if (coming) {
      Object.assign(coming, { position: Math.max(coming.position, position), question })
      return coming.answer
    }
    const { promise, resolve } = Promise.withResolvers<T>()
    coming = { position, question, answer: promise }
    resolve(find(known?.answer))
    return promise
  }
}
