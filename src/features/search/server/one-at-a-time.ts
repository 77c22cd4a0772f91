import { i18n } from '#platform/contract/i18n.ts'
import { AppError } from '#platform/contract/errors.ts'

const overtaken = () =>
  new AppError('too_many', i18n.t('A newer search replaced this one.'), { retryAfterS: 1 })

/** Runs one job per person; a newer call replaces the waiting one. @throws {AppError} `too_many` for that */
export function createOneAtATime() {
  /** Waiting call of each person with a running job. */
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
