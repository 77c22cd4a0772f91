import { AppError } from '#platform/contract/errors.ts'

const overtaken = () =>
  new AppError('too_many', 'A newer search has taken the place of this one.', { retryAfterS: 1 })

/**
 * Makes a function that runs one job of each person at a time. Who asks again meanwhile waits, and takes the place of what has waited before:
 * somebody who types wants the last answer only.
 * @throws {AppError} `too_many` for what was overtaken
 */
export function createOneAtATime() {
  /** Of everybody who has a job running, the one that waits. */
  const waiting = new Map<string, PromiseWithResolvers<void> | undefined>()

  return async function oneAtATime<T>(personId: string, job: () => Promise<T>): Promise<T> {
    if (waiting.has(personId)) {
      waiting.get(personId)?.reject(overtaken())
      const turn = Promise.withResolvers<void>()
      waiting.set(personId, turn)
      await turn.promise
    } else waiting.set(personId, undefined)
    try {
      return await job()
    } finally {
      const next = waiting.get(personId)
      if (next) {
        waiting.set(personId, undefined)
        next.resolve()
      } else waiting.delete(personId)
    }
  }
}
