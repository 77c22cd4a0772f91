import { DrizzleQueryError } from 'drizzle-orm'
import type { FastifyBaseLogger } from 'fastify'
import type { Clock } from '../clock.ts'
import { pipelined } from '../database/query-builder.ts'
import { inTrace } from '../traces/spans.ts'
import {
  leasedUntil,
  pausesMs,
  type Delivery,
  type Outbox,
  type Sender,
  type StoredDelivery,
} from './outbox.ts'
import { SendFailure } from './send-failure.ts'

const listedAtOnce = 20

export interface Failed {
  failure: string
  /** Time of the retry; null: given up. */
  dueAt: Date | null
}

const isForGood = (error: unknown) => error instanceof SendFailure && error.isForGood

/** Omits failed statements, which name tables and quote people's texts. */
const failureIn = (error: unknown): string =>
  error instanceof Error && !(error instanceof DrizzleQueryError)
    ? error.message
    : 'The database did not answer.'

interface Parts {
  clock: Clock
  log: FastifyBaseLogger
  outbox: Outbox
}

/** Sends due deliveries of one kind. Each kind has its own lane, so that a hanging provider blocks nothing else. */
export function createLane(sender: Sender, { clock, log, outbox }: Parts) {
  const { kind, what, atOnce } = sender
  let running: Promise<void> | undefined
  let isWanted = false
  let isStopped = false

  function read(stored: StoredDelivery): Delivery {
    const { success, data } = kind.payload.safeParse(stored.payload)
    if (!success) throw new SendFailure('What is stored of it cannot be read.', true)
    return { ...stored, payload: data }
  }

  async function noteFailed(delivery: StoredDelivery, error: unknown): Promise<Failed> {
    const { id, attempts, expiresAt } = delivery
    const pauseMs = isForGood(error) ? undefined : pausesMs[attempts]
    const next = pauseMs === undefined ? null : new Date(clock.now().getTime() + pauseMs)
    const dueAt = next && (expiresAt === null || next < expiresAt) ? next : null
    const failure = failureIn(error)
    // Log the database's own message, without the values.
    const err = error instanceof DrizzleQueryError ? error.cause : undefined
    log.warn({ id, failure, err, willRetry: dueAt !== null }, `${what} was not sent`)
    await outbox.noteFailed(id, failure, dueAt)
    return { failure, dueAt }
  }

  async function deliver(stored: StoredDelivery): Promise<Failed | undefined> {
    if (isStopped || !(await outbox.claim(stored, leasedUntil(clock.now())))) return undefined
    let delivery: Delivery
    let isSent: boolean
    try {
      delivery = read(stored)
      isSent = await sender.send(delivery)
    } catch (error) {
      return noteFailed(stored, error)
    }
    // Outside of `try`: a failure to note success is no failure to send.
    await outbox.noteDone(stored.id, isSent, (unit) => sender.noteDone?.(unit, delivery, isSent))
    return undefined
  }

  const send = (stored: StoredDelivery) => inTrace(`send ${kind.name}`, () => deliver(stored))

  async function sendDue(): Promise<void> {
    while (isWanted) {
      isWanted = false
      if (!(await sender.isReady())) continue
      const due = await outbox.listDue(kind.name, clock.now(), listedAtOnce)
      for (let from = 0; from < due.length; from += atOnce)
        await pipelined(due.slice(from, from + atOnce).map(send))
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

  return {
    wake,
    send,
    async stop(): Promise<void> {
      isStopped = true
      isWanted = false
      await running
    },
  }
}
