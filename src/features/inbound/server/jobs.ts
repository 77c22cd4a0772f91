import { DrizzleQueryError } from 'drizzle-orm'
import type { FastifyBaseLogger } from 'fastify'
import { forNoRequest } from '#platform/server/call/request-id.ts'
import { inTrace } from '#platform/server/traces/spans.ts'
import type { DoWork } from '#platform/server/work.ts'
import type { MailRow } from './queries.ts'
import { claimMail, noteFailure } from './service.ts'

/** Mails understood at once. A bad one delays only the next of its own lane, by its time limit. */
const lanes = 2
const lookEveryMs = 2000

interface Parts {
  work: DoWork
  log: FastifyBaseLogger
  understand(mail: MailRow): Promise<void>
}

const logged = (error: unknown) => (error instanceof DrizzleQueryError ? error.cause : error)

/** Understands stored mails, oldest first; of several nodes one takes each. */
export function startUnderstanding({ work, log, understand }: Parts) {
  let running = 0
  let isStopped = false
  const ended = new Set<Promise<void>>()

  async function handle(mail: MailRow): Promise<void> {
    try {
      await inTrace('understand a mail', () => understand(mail))
    } catch (error) {
      const reason = error instanceof Error ? error.name : 'unknown'
      log.warn({ id: mail.id, reason, err: logged(error) }, 'a mail was not understood')
      await work((unit) => noteFailure(unit, mail.id))
    }
  }

  async function runLane(): Promise<void> {
    for (;;) {
      const mail = isStopped ? undefined : await work(claimMail)
      if (!mail) return
      await handle(mail)
    }
  }

  function wake(most = lanes): void {
    if (isStopped) return
    forNoRequest(() => {
      while (running < most) {
        running++
        const lane = runLane()
          .catch((error: unknown) => log.error({ err: logged(error) }, 'mails could not be understood'))
          .finally(() => {
            running--
            ended.delete(lane)
          })
        ended.add(lane)
      }
    })
  }

  // Retries, and mails that another node left, become due without an arrival.
  const timer = setInterval(() => wake(1), lookEveryMs)
  timer.unref()
  wake()

  return {
    wake: () => wake(),
    async stop(): Promise<void> {
      isStopped = true
      clearInterval(timer)
      await Promise.all(ended)
    },
  }
}
