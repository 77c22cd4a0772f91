import type { LogEntry } from '#platform/server/log/log-entry.ts'
import type { RecentLog } from './recent-log.ts'

/** Answer that includes the log exactly up to `position`. */
export interface Counted<T> {
  position: number
  answer: T
}

interface Question<T> {
  /** Covers every dependency but the log. */
  key: string
  /** Finds answer and position in one snapshot. */
  lookUp(): Promise<Counted<T>>
  /** Applies later events to an answer; undefined where they do not tell enough. */
  applyEvents(answer: T, entries: readonly LogEntry[]): T | undefined
}

interface Remembered<T> {
  /** Lower bound; a pending answer may include more. */
  position: number
  counted: Promise<Counted<T>>
}

/**
 * Caches answers with their log position. A later query carries them forward by events, or recomputes if that
 * is impossible; an earlier one gets the present answer. Concurrent callers share a pending answer and its
 * failure.
 * @param atMost size of the LRU cache
 */
export function createCarriedCache<T>(recent: Pick<RecentLog, 'between'>, atMost: number) {
  const known = new Map<string, Remembered<T>>()

  function store(key: string, made: Remembered<T>): void {
    // Insertion order is the LRU order.
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

  /** @param position lower bound of the answer's position */
  return function remembered(position: number, question: Question<T>): Promise<Counted<T>> {
    const { key } = question
    const before = known.get(key)
    if (before && before.position >= position) {
      store(key, before)
      return before.counted
    }
    const made: Remembered<T> = { position, counted: find(position, before, question) }
    store(key, made)
    made.counted.then(
      (counted) => (made.position = counted.position),
      () => known.get(key) === made && known.delete(key),
    )
    return made.counted
  }
}
