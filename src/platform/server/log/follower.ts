import type { FastifyBaseLogger } from 'fastify'
import { createBatches, retryAfterMs } from './batches.ts'
import type { Bus } from '../bus.ts'
import { inTrace } from '../traces/spans.ts'
import type { LogEntry } from './log-entry.ts'

interface Batch {
  sizeAfter(position: number): number
  /** To be called with the entries before they are handled, so that a failure can be traced to one of them. */
  begin(entries: readonly LogEntry[]): void
}

interface Parts {
  bus: Pick<Bus, 'onWake'>
  log: FastifyBaseLogger
  /** Product of the follower, for the log of the program: "mails and texts". */
  what: string
  batchSize: number
  /** Pause for more events after a wake-up, in milliseconds; absent: none. */
  pauseMs?: number
  /** @returns whether there may be more */
  handle(batch: Batch): Promise<boolean>
  /** Called with an event that failed repeatedly and alone; `handle` must not meet it again. */
  passOver(entry: LogEntry, error: unknown): Promise<void>
  atEnd?(): Promise<void>
}

/**
 * Follows the log in batches, woken by each commit. Retries failures, and skips an event that cannot be handled (decision 3).
 * `handle` keeps the position: in memory for every node, or in a row for one node at a time.
 */
export function createFollower(parts: Parts) {
  const { bus, log, what, batchSize, pauseMs } = parts
  const batches = createBatches<LogEntry>(batchSize)
  let running: Promise<void> | undefined
  let timer: NodeJS.Timeout | undefined
  let isWoken = false
  let isStopped = false

  async function handleNext(): Promise<boolean> {
    if (isStopped) return false
    let entries: readonly LogEntry[] = []
    const begin = (read: readonly LogEntry[]) => void (entries = read)
    try {
      const hasMore = await parts.handle({ sizeAfter: batches.sizeAfter, begin })
      batches.succeeded()
      return hasMore
    } catch (error) {
      const unreadable = batches.failed(error, entries)
      if (!unreadable) throw error
      const { position, type } = unreadable
      log.error({ err: error, position, type }, `an event cannot be handled and is passed over by ${what}`)
      await parts.passOver(unreadable, error)
      return true
    }
  }

  async function follow(): Promise<void> {
    let hasMore = true
    while (hasMore) hasMore = await handleNext()
    if (!isStopped) await parts.atEnd?.()
  }

  function run(): void {
    timer = undefined
    isWoken = false
    running = inTrace(`follow ${what}`, follow)
      .catch((error: unknown) => {
        log.error({ err: error }, `${what} are behind; it is tried again soon`)
        if (!isStopped) timer = setTimeout(run, retryAfterMs(error))
      })
      .finally(() => {
        running = undefined
        // Woken after the last look and before this line.
        if (isWoken) wake()
      })
  }

  function wake(): void {
    isWoken = true
    if (isStopped || running) return
    if (pauseMs !== undefined) {
      timer ??= setTimeout(run, pauseMs)
      return
    }
    clearTimeout(timer)
    run()
  }

  bus.onWake(wake)

  return {
    wake,
    /** Resolves after the current batch. */
    async stop(): Promise<void> {
      isStopped = true
      clearTimeout(timer)
      await running
    },
  }
}
