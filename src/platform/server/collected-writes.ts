import { pipelined } from './database/query-builder.ts'
import type { Announcement } from './log/define-fact.ts'

/** Collects the statements and the facts that a unit of work leaves to its end. */
export function collectWrites() {
  const facts: Announcement[] = []
  const sent: Promise<unknown>[] = []
  return {
    facts,
    sent,
    send(statement: Promise<unknown>): void {
      // The end of the unit waits for all of them, and hears of a failure there.
      statement.catch(() => undefined)
      sent.push(statement)
    },
    announce: (fact: Announcement): void => void facts.push(fact),
    /**
     * Waits for a job.
     * @throws what the first failed statement threw: it makes the ones after it fail, and says why
     */
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
