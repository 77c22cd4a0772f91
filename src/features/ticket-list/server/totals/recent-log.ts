import type { LogEntry } from '#platform/server/log/log-entry.ts'

/** What has happened of late, as those know it who carry remembered answers forward. */
export interface RecentLog {
  /** The position of the newest event. */
  newest(): Promise<number>
  /**
   * The events after one position, up to and with another; undefined when they are too many, or when this version does not know what one
   * of them means.
   */
  between(after: number, upTo: number): Promise<readonly LogEntry[] | undefined>
}

interface Parts {
  newest(): Promise<number>
  /** Reads the events after one position, up to and with another. */
  read(after: number, upTo: number): Promise<LogEntry[]>
  isKnown(entry: LogEntry): boolean
}

/** More events than these are not gone through: finding an answer anew is hardly slower then. */
const mostEvents = 2000

/** Keeps the newest events in memory, so that all that is asked after a change reads them once. They are read when they are asked for. */
export function createRecentLog({ newest, read, isKnown }: Parts, most = mostEvents): RecentLog {
  /** One after the other without a gap, the last at `end`. */
  let kept: readonly LogEntry[] = []
  let end: number | undefined
  let reading: Promise<boolean> | undefined

  /** @returns the events, unless the log does not have all of them */
  async function readAll(after: number, upTo: number): Promise<LogEntry[] | undefined> {
    const entries = await read(after, upTo)
    return entries.length === upTo - after ? entries : undefined
  }

  /** @returns false when the log does not have them */
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
