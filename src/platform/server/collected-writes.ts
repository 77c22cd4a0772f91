import { pipelined } from './database/query-builder.ts'
import type { Announcement } from './log/define-fact.ts'

export function collectWrites() {
  const facts: Announcement[] = []
  const sent: Promise<unknown>[] = []
  return {
    facts,
    sent,
    send(statement: Promise<unknown>): void {
      // The query builder runs a statement at each await of it; this promise runs it once, and at once, so that
      // statements are sent in the order of these calls.
      const once = statement.then((answer) => answer)
      // The end of the unit awaits all of them, and throws their failure there.
      once.catch(() => undefined)
      sent.push(once)
    },
    announce: (fact: Announcement): void => void facts.push(fact),
    /** Awaits a job. @throws the error of the first failed statement: later statements fail because of it */
    async settle<T>(job: Promise<T>): Promise<T> {
      try {
        return await job
      } catch (error) {
        await pipelined(sent)
        throw error
      }
    },
  }
}
