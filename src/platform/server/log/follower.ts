import type { FastifyBaseLogger } from 'fastify'
import { createBatches, retryAfterMs } from './batches.ts'
import type { Bus } from '../bus.ts'
import { inTrace } from '../traces/spans.ts'
import type { LogEntry } from './log-entry.ts'

/** One batch of the log, on its way from being read to being handled. */
interface Batch {
  /** How many events to read after `position`, up to which all are handled. */
  sizeAfter(position: number): number
  /** To be called with the entries that were read, before they are handled: when handling fails, the culprit is looked for among them. */
  begin(entries: readonly LogEntry[]): void
}

interface Parts {
  bus: Pick<Bus, 'onWake'>
  log: FastifyBaseLogger
  /** Product of the follower, for the log of the program: "mails and texts". */
  what: string
  /** The most events it handles at once. */
  batchSize: number
  /** How long it waits for more after it was woken, in milliseconds; absent: not at all. */
  pauseMs?: number
  /** Handles the next events. @returns whether there may be more */
  handle(batch: Batch): Promise<boolean>
  /** Called with an event that could not be handled, again and again and by itself; it must not be met by `handle` again. */
  passOver(entry: LogEntry, error: unknown): Promise<void>
  /** Called each time the end of the log is reached. */
  atEnd?(): Promise<void>
}

/**
 * Follows the event log: woken by each commit, it handles what is new, batch by batch. What fails is tried again, sooner or later
 * according to the reason; an event that cannot be handled is found and passed over (decision 3). Where it stands is for `handle`
 * to keep: in memory, when every node follows for itself, or in a row of the database, when one node at a time does.
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
    /** There may be something new. */
    wake,
    /** Settles once the batch that is being handled is. */
    async stop(): Promise<void> {
      isStopped = true
      clearTimeout(timer)
      await running
    },
  }
}
