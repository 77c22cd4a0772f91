import type { FastifyBaseLogger } from 'fastify'
import type { Clock } from '#platform/server/clock.ts'
import type { Database } from '#platform/server/database.ts'
import type { DoWork } from '#platform/server/work.ts'
import { listDue } from './queries.ts'
import { forgetOldMessages, noteSent, takeDue } from './service.ts'
import { RefusedForGood, sendText, type WhatsAppAccount } from './whatsapp.ts'

interface Parts {
  db: Database
  work: DoWork
  clock: Clock
  log: FastifyBaseLogger
  account: WhatsAppAccount
}

const minuteMs = 60_000
const lookEveryMs = 30_000
const atOnce = 20
/** How long one try may hold a reply; longer than it can take. */
const heldForMs = minuteMs
/** The pauses between tries; after the last the reply is given up, because nobody waits for it any more. */
const pausesMs = [1, 5, 15, 60, 6 * 60].map((minutes) => minutes * minuteMs)

/** Sends the replies that were queued, each until the provider has taken it. */
export function createReplySender({ db, work, clock, log, account }: Parts) {
  let running: Promise<void> | undefined
  let isWanted = false
  let isStopped = false

  async function send(reply: Awaited<ReturnType<typeof listDue>>[number]): Promise<void> {
    const until = new Date(clock.now().getTime() + heldForMs)
    if (!(await work((unit) => takeDue(unit, reply, until)))) return
    try {
      await sendText(account, reply.phoneNumber, reply.message)
      await work((unit) => noteSent(unit, reply.id, { failure: null, dueAt: null }))
    } catch (error) {
      const pause = error instanceof RefusedForGood ? undefined : pausesMs[reply.attempts]
      const failure = error instanceof Error ? error.message : String(error)
      log.warn({ reply: reply.id, failure, willRetry: pause !== undefined }, 'a reply was not sent')
      const dueAt = pause === undefined ? null : new Date(clock.now().getTime() + pause)
      await work((unit) => noteSent(unit, reply.id, { failure, dueAt }))
    }
  }

  async function sendDue(): Promise<void> {
    while (isWanted) {
      isWanted = false
      const due = await listDue(db, clock.now(), atOnce)
      for (const reply of due) await send(reply)
      isWanted ||= due.length === atOnce
    }
  }

  function wake(): void {
    if (isStopped) return
    isWanted = true
    running ??= sendDue()
      .catch((error: unknown) => log.error({ err: error }, 'replies could not be sent; they are tried again'))
      .finally(() => {
        running = undefined
        if (isWanted) wake()
      })
  }

  const look = setInterval(() => {
    void work(forgetOldMessages).catch((error: unknown) => log.warn({ err: error }, 'old messages were kept'))
    wake()
  }, lookEveryMs)
  look.unref()
  wake()

  return {
    /** There may be something to send. */
    wake,
    async stop(): Promise<void> {
      isStopped = true
      clearInterval(look)
      isWanted = false
      await running
    },
  }
}
