import { firstAnswersId, type FirstAnswers } from '#platform/contract/first-answers.ts'
import { parseJson } from '#platform/contract/narrowing.ts'

/** Later than this what the page brought along is no news any more. */
const freshForMs = 5000

const brought = document.getElementById(firstAnswersId)
// Written by our own server into our own page.
const { logPosition, answers } = (parseJson(brought?.textContent ?? '') ?? {}) as Partial<FirstAnswers>
brought?.remove()

const waiting = new Map(Object.entries(answers ?? {}))

/** Forgets what the page brought along, because something has happened since. */
export const forgetFirstAnswers = (): void => waiting.clear()

setTimeout(forgetFirstAnswers, freshForMs)

/** Where the log stood before all that the page brought along. */
export const firstLogPosition = logPosition ?? 0

/** @returns what the page brought along as the answer to this GET, once; undefined: it must be asked for */
export function takeFirstAnswer(address: string): unknown {
  const answer = waiting.get(address)
  waiting.delete(address)
  return answer
}
