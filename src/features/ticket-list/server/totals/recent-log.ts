import type { Clock } from '#platform/server/clock.ts'
import type { Database } from '#platform/server/database/query-builder.ts'
import type { LogEntry } from '#platform/server/log/log-entry.ts'

export interface RecentLog {
  newest(): Promise<number>
  /** Upper bound inclusive; undefined when too many, or unknown to this version. */
  between(after: number, upTo: number): Promise<readonly LogEntry[] | undefined>
}

/** Sources of totals. */
export interface TotalsParts {
  db: Database
  clock: Clock
  timeZone: string
  recent: RecentLog
}

interface Parts {
  newest(): Promise<number>
  /** Upper bound inclusive. */
  read(after: number, upTo: number): Promise<LogEntry[]>
  isKnown(entry: LogEntry): boolean
}

/** Beyond these, recomputing is hardly slower. */
const mostEvents = 2000

/** Keeps the newest events in memory, so that queries after a change share one read. Reads on demand. */
export function createRecentLog({ newest, read, isKnown }: Parts, most = mostEvents): RecentLog {
  /** Contiguous, the last at `end`. */
  let kept: readonly LogEntry[] = []
  let end: number | undefined
  let reading: Promise<boolean> | undefined

  /** @returns undefined unless the log has all of them */
  async function readAll(after: number, upTo: number): Promise<LogEntry[] | undefined> {
    const entries = await read(after, upTo)
    return entries.length === upTo - after ? entries : undefined
  }

  /** @returns false unless the log has them */
  async function readOn(from: number, upTo: number): Promise<boolean> {
    const entries = await readAll(from, upTo)
    if (!entries) return false
    kept = [...kept, ...entries].slice(-most)
    end = upTo
    return true
  }

  async function find(after: number, upTo: number): Promise<readonly LogEntry[] | undefined> {
    if (reading) {
      await reading.catch(() => false)
      return find(after, upTo)
    }
    if (end === undefined || upTo - end > most) {
      kept = []
      end = after
    }
    if (upTo > end) {
      reading = readOn(end, upTo).finally(() => (reading = undefined))
      if (!(await reading)) return undefined
      return find(after, upTo)
    }
    const first = end - kept.length
    return after < first ? readAll(after, upTo) : kept.slice(after - first, upTo - first)
  }

  return {
    newest,
    async between(after, upTo) {
      if (upTo - after > most) return undefined
      const entries = await find(after, upTo)
      return entries?.every(isKnown) ? entries : undefined
    },
  }
}
