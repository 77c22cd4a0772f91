import type { FastifyBaseLogger } from 'fastify'
import type { Clock } from '#platform/server/clock.ts'
import type { Database } from '#platform/server/database/database.ts'
import { createDispatcher } from '#platform/server/send/dispatcher.ts'
import { sendSms, type SmsAccount } from '#platform/server/send/sms.ts'
import type { DoWork } from '#platform/server/work.ts'
import type { Notices } from '../../server/notices.ts'
import { composeText } from './compose.ts'
import { listDueTexts } from './queries.ts'
import { forgetOldTexts, noteTextDone, noteTextFailed, claimText } from './service.ts'

interface Parts {
  db: Database
  work: DoWork
  clock: Clock
  log: FastifyBaseLogger
  account: SmsAccount
  notices: Notices
  publicUrl: string
}

/** Sends the texts that are due, each until the provider has taken it. */
export const createTextSender = ({ db, work, clock, log, account, notices, publicUrl }: Parts) =>
  createDispatcher({
    clock,
    log,
    what: 'a text',
    atOnce: 3,
    listDue: (now, most) => listDueTexts(db, now, most),
    claim: (text, until) => work((unit) => claimText(unit, text, until)),
    /** @returns false when there is nothing to tell any more */
    async send(text) {
      const composed = await composeText(db, text, { notices, publicUrl, now: clock.now() })
      if (composed) await sendSms(account, composed.to, composed.body)
      return composed !== undefined
    },
    noteSent: ({ id }, isSent) => work((unit) => noteTextDone(unit, id, isSent)),
    noteFailed: ({ id }, failure, dueAt) => work((unit) => noteTextFailed(unit, id, failure, dueAt)),
    maintain: () => work(forgetOldTexts),
  })
