import type { LogEntry } from '#platform/server/log/log-entry.ts'
import type { RecentLog } from './recent-log.ts'

/** An answer, and the position of the log up to which it knows all that happened, and beyond which nothing. */
export interface Counted<T> {
  position: number
  answer: T
}

export interface Question<T> {
  /** All that the question depends on but the log. */
  key: string
  /** Finds the answer; it must be of one moment, and say of which. */
  lookUp(): Promise<Counted<T>>
  /** What the events make of an answer; undefined: they do not tell. */
  carry(answer: T, entries: readonly LogEntry[]): T | undefined
}

interface Remembered<T> {
  /** At least; an answer that is on its way may come to know of more. */
  position: number
  counted: Promise<Counted<T>>
  /** What it adds to the length of all. */
  length: number
  /** How long it was as JSON when it was looked up, in characters; carried forward it is hardly longer. */
  measured?: number | undefined
  /** Once it has failed: until when it is not looked up again, as `performance.now`. */
  failedUntil?: number
}

/** Of all answers together, as JSON, in characters; in memory they take a few times as much. */
const longestKept = 16 * 1024 * 1024

/** A failure that took long is remembered as long as it took, within these; one that came at once costs nothing to try again. */
const failureKept = { leastMs: 1000, mostMs: 15_000 }

const isFailing = ({ failedUntil }: { failedUntil?: number }) =>
  failedUntil !== undefined && failedUntil > performance.now()

/**
 * Remembers answers together with the position of the log at which they hold. An answer that is asked for at a later position is carried
 * forward by the events since, and looked up again only where these do not tell what has become of it. Whoever asks for an earlier
 * position gets the present answer. Questions asked again while the answer is on its way share it.
 * @param atMost how many answers are kept; the one longest unused goes first.
 * @param lengthAtMost how long they may be together, as JSON, in characters
 */
export function createCarriedCache<T>(recent: RecentLog, atMost: number, lengthAtMost = longestKept) {
  const known = new Map<string, Remembered<T>>()
  let length = 0

  function forget(key: string): void {
    length -= known.get(key)?.length ?? 0
    known.delete(key)
  }

  function keepWithin(): void {
    for (const key of known.keys()) {
      if (known.size <= atMost && length <= lengthAtMost) return
      forget(key)
    }
  }

  async function settle(key: string, made: Remembered<T>): Promise<void> {
    try {
      const { position, answer } = await made.counted
      made.position = position
      made.measured ??= key.length + (JSON.stringify(answer) ?? '').length
      if (known.get(key) !== made) return
      made.length = made.measured
      length += made.length
      keepWithin()
    } catch {
      if (known.get(key) === made && !isFailing(made)) known.delete(key)
    }
  }

  async function lookUp(made: Remembered<T>, question: Question<T>): Promise<Counted<T>> {
    const begun = performance.now()
    try {
      return await question.lookUp()
    } catch (error) {
      const took = performance.now() - begun
      if (took >= failureKept.leastMs)
        made.failedUntil = performance.now() + Math.min(took, failureKept.mostMs)
      throw error
    }
  }

  async function find(
    made: Remembered<T>,
    before: Remembered<T> | undefined,
    question: Question<T>,
  ): Promise<Counted<T>> {
    const counted = await before?.counted.catch((error: unknown) => {
      if (!isFailing(before)) return undefined
      made.failedUntil = before.failedUntil
      throw error
    })
    if (!before || !counted) return lookUp(made, question)
    made.measured = before.measured
    if (counted.position >= made.position) return counted
    const entries = await recent.between(counted.position, made.position)
    const answer = entries && question.carry(counted.answer, entries)
    if (answer !== undefined) return { position: made.position, answer }
    made.measured = undefined
    return lookUp(made, question)
  }

  /** @param position the answer knows at least of everything up to this one */
  return function remembered(position: number, question: Question<T>): Promise<Counted<T>> {
    const { key } = question
    const before = known.get(key)
    if (before && (isFailing(before) || (before.failedUntil === undefined && before.position >= position))) {
      // The last in the map is the one used last.
      known.delete(key)
      known.set(key, before)
      return before.counted
    }
    forget(key)
    const { promise, resolve } = Promise.withResolvers<Counted<T>>()
    const made: Remembered<T> = { position, counted: promise, length: 0 }
    resolve(find(made, before, question))
    known.set(key, made)
    void settle(key, made)
    keepWithin()
    return promise
  }
}
