import type { LogEntry } from '#platform/server/log/log-entry.ts'
import type { RecentLog } from './recent-log.ts'

/** An answer, and the position of the log up to which it knows all that happened, and beyond which nothing. */
export interface Counted<T> {
  position: number
  answer: T
}

interface Question<T> {
  /** All that the question depends on but the log. */
  key: string
  /** Finds the answer; it must be of one moment, and say of which. */
  lookUp(): Promise<Counted<T>>
  /** Applies later events to an answer; undefined where they do not tell enough. */
  applyEvents(answer: T, entries: readonly LogEntry[]): T | undefined
}

interface Remembered<T> {
  /** At least; an answer that is on its way may come to know of more. */
  position: number
  counted: Promise<Counted<T>>
}

/**
 * Makes a cache of answers, each with the position of the log at which it holds. An answer that is asked for at a later position is carried
 * forward by the events since, and looked up again only where these do not tell enough. A question about an earlier position gets the
 * present answer. Questions asked again while the answer is on its way share it, and its failure.
 * @param atMost how many answers are kept; the one longest unused goes first
 */
export function createCarriedCache<T>(recent: Pick<RecentLog, 'between'>, atMost: number) {
  const known = new Map<string, Remembered<T>>()

  function keep(key: string, made: Remembered<T>): void {
    // The last in the map is the one used last.
    known.delete(key)
    known.set(key, made)
    for (const oldest of known.keys()) {
      if (known.size <= atMost) return
      known.delete(oldest)
    }
  }

  async function find(
    position: number,
    before: Remembered<T> | undefined,
    { lookUp, applyEvents }: Question<T>,
  ): Promise<Counted<T>> {
    const counted = await before?.counted
    if (!counted) return lookUp()
    if (counted.position >= position) return counted
    const entries = await recent.between(counted.position, position)
    const answer = entries && applyEvents(counted.answer, entries)
    return answer === undefined ? lookUp() : { position, answer }
  }

  /** @param position the answer knows at least of everything up to this one */
  return function remembered(position: number, question: Question<T>): Promise<Counted<T>> {
    const { key } = question
    const before = known.get(key)
    if (before && before.position >= position) {
      keep(key, before)
      return before.counted
    }
    const made: Remembered<T> = { position, counted: find(position, before, question) }
    keep(key, made)
    made.counted.then(
      (counted) => (made.position = counted.position),
      () => known.get(key) === made && known.delete(key),
    )
    return made.counted
  }
}
