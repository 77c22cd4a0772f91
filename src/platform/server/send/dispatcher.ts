import { setTimeout as wait } from 'node:timers/promises'
import { DrizzleQueryError } from 'drizzle-orm'
import type { FastifyBaseLogger } from 'fastify'
import type { Clock } from '../clock.ts'
import { SendFailure } from './send-failure.ts'

/** Something that waits to be sent. */
interface Task {
  id: string
  /** How often it was tried before. */
  attempts: number
}

interface Parts<T extends Task, R> {
  clock: Clock
  log: FastifyBaseLogger
  /** What is sent, for the log: "a reply". */
  what: string
  /** How many are sent side by side. */
  atOnce: number
  listDue(now: Date, most: number): Promise<T[]>
  /** Takes it for sending: until `until` nobody else tries it. @returns false when another has it */
  claim(task: T, until: Date): Promise<boolean>
  /** Settles once the other side has taken it. */
  send(task: T): Promise<R>
  noteSent(task: T, result: R): Promise<void>
  /** @param dueAt when it is tried again; null: it is given up */
  noteFailed(task: T, failure: string, dueAt: Date | null): Promise<void>
  /** Called before each regular look: makes what has become due, and forgets what is old. */
  maintain(): Promise<void>
}

const minuteMs = 60_000
const lookEveryMs = 30_000
const listedAtOnce = 20
const stopWithinMs = 5000
/** How long one try may hold what it sends; longer than it can take. */
export const leaseMs = minuteMs
/** The pauses between tries; after the last it is given up, because nobody waits for it any more. */
const pausesMs = [1, 5, 15, 60, 6 * 60].map((minutes) => minutes * minuteMs)

interface Failed {
  failure: string
  /** When it is tried again; null: it is given up. */
  dueAt: Date | null
}

/** Whether trying again is of no use. */
const isForGood = (error: unknown) => error instanceof SendFailure && error.isForGood

/** What may be shown of a failure: a failed statement tells of tables, and of what people wrote. */
const failureIn = (error: unknown): string =>
  error instanceof Error && !(error instanceof DrizzleQueryError)
    ? error.message
    : 'The database did not answer.'

/**
 * Sends what is stored as due, each until the other side has taken it. Of several nodes one sends it. A process that dies between sending
 * and noting so leaves it due, so it is sent again. A mail carries its id as Message-ID, by which the repeated one is known. Twilio and
 * WhatsApp take no key against repetition: there, the person sees a text twice.
 */
export function createDispatcher<T extends Task, R>(parts: Parts<T, R>) {
  const { clock, log, what, atOnce } = parts
  const inFuture = (ms: number) => new Date(clock.now().getTime() + ms)
  let running: Promise<void> | undefined
  let isWanted = false
  let isStopped = false

  async function send(task: T): Promise<Failed | undefined> {
    if (isStopped || !(await parts.claim(task, inFuture(leaseMs)))) return undefined
    let result: R
    try {
      result = await parts.send(task)
    } catch (error) {
      const pauseMs = isForGood(error) ? undefined : pausesMs[task.attempts]
      const dueAt = pauseMs === undefined ? null : inFuture(pauseMs)
      const failure = failureIn(error)
      // Of a failed statement the log has what the database said, without the values.
      const err = error instanceof DrizzleQueryError ? error.cause : undefined
      log.warn({ id: task.id, failure, err, willRetry: dueAt !== null }, `${what} was not sent`)
      await parts.noteFailed(task, failure, dueAt)
      return { failure, dueAt }
    }
    // Outside of the above: what was sent is not a failure because noting it is one.
    await parts.noteSent(task, result)
    return undefined
  }

  async function sendDue(): Promise<void> {
    while (isWanted) {
      isWanted = false
      const due = await parts.listDue(clock.now(), listedAtOnce)
      for (let from = 0; from < due.length; from += atOnce) {
        const tried = await Promise.allSettled(due.slice(from, from + atOnce).map(send))
        const broken = tried.find(({ status }) => status === 'rejected')
        if (broken?.status === 'rejected') throw broken.reason
      }
      isWanted ||= due.length === listedAtOnce
    }
  }

  function wake(): void {
    if (isStopped) return
    isWanted = true
    running ??= sendDue()
      .catch((error: unknown) => log.error({ err: error }, `${what} could not be sent; it is tried again`))
      .finally(() => {
        running = undefined
        if (isWanted) wake()
      })
  }

  let keeping: Promise<void> | undefined
  function look(): void {
    keeping ??= parts
      .maintain()
      .catch((error: unknown) => log.warn({ err: error }, `looking after what is sent failed: ${what}`))
      .finally(() => {
        keeping = undefined
        wake()
      })
  }
  const timer = setInterval(look, lookEveryMs)
  timer.unref()
  wake()

  return {
    /** There may be something to send. */
    wake,
    /** When to store as due what is to go out by `sendNow`: nobody else takes it before, and somebody does if this process dies. */
    leasedUntil: () => inFuture(leaseMs),
    /** Sends this one now. @returns how it failed, if it did */
    sendNow: send,
    async stop(): Promise<void> {
      isStopped = true
      clearInterval(timer)
      isWanted = false
      // Of a slow other side nobody waits for the end: what is not noted is sent again.
      await Promise.race([Promise.all([running, keeping]), wait(stopWithinMs, undefined, { ref: false })])
    },
  }
}
