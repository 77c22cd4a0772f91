import { DrizzleQueryError } from 'drizzle-orm'
import type { FastifyBaseLogger } from 'fastify'
import type { Clock } from '../clock.ts'
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
  /** When it is tried again; null: it is given up. */
  dueAt: Date | null
}

const isForGood = (error: unknown) => error instanceof SendFailure && error.isForGood

/** Publishable part of a failure: a failed statement tells of tables, and of texts of people. */
const failureIn = (error: unknown): string =>
  error instanceof Error && !(error instanceof DrizzleQueryError)
    ? error.message
    : 'The database did not answer.'

interface Parts {
  clock: Clock
  log: FastifyBaseLogger
  outbox: Outbox
}

/** Sends what is due of one kind. Each kind has a lane of its own, so that a provider that hangs holds up nothing else. */
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
    // The log has the database's own words on a failed statement, without the values.
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
    // Outside of the above: what was sent is not a failure because noting it is one.
    await outbox.noteDone(stored.id, isSent, (unit) => sender.noteDone?.(unit, delivery, isSent))
    return undefined
  }

  const send = (stored: StoredDelivery) => inTrace(`send ${kind.name}`, () => deliver(stored))

  async function sendDue(): Promise<void> {
    while (isWanted) {
      isWanted = false
      if (!(await sender.isReady())) continue
      const due = await outbox.listDue(kind.name, clock.now(), listedAtOnce)
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

  return {
    /** There may be something to send. */
    wake,
    /** Sends this one now. @returns how it failed, if it did */
    send,
    /** Settles once what is under way is done; nothing is begun any more. */
    async stop(): Promise<void> {
      isStopped = true
      isWanted = false
      await running
    },
  }
}
