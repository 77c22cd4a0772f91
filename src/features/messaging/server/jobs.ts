import type { FastifyBaseLogger } from 'fastify'
import type { Clock } from '#platform/server/clock.ts'
import type { Database } from '#platform/server/database/database.ts'
import { createDispatcher } from '#platform/server/send/dispatcher.ts'
import type { DoWork } from '#platform/server/work.ts'
import { listDue } from './queries.ts'
import { forgetOldMessages, noteSent, takeReply } from './service.ts'
import { sendText, type WhatsAppAccount } from './whatsapp.ts'

interface Parts {
  db: Database
  work: DoWork
  clock: Clock
  log: FastifyBaseLogger
  account: WhatsAppAccount
}

/** Sends the replies that were queued, each until the provider has taken it. */
export const createReplySender = ({ db, work, clock, log, account }: Parts) =>
  createDispatcher({
    clock,
    log,
    what: 'a reply',
    atOnce: 1,
    listDue: (now, most) => listDue(db, now, most),
    claim: (reply, until) => work((unit) => takeReply(unit, reply, until)),
    send: ({ phoneNumber, message }) => sendText(account, phoneNumber, message),
    noteSent: ({ id }) => work((unit) => noteSent(unit, id, { failure: null, dueAt: null })),
    noteFailed: ({ id }, failure, dueAt) => work((unit) => noteSent(unit, id, { failure, dueAt })),
    maintain: () => work(forgetOldMessages),
  })
