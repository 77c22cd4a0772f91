import type { FastifyBaseLogger } from 'fastify'
import { isMailConfigured } from '#features/mail-settings/server/queries.ts'
import type { createMail } from '#features/mail-settings/server/service.ts'
import type { Clock } from '#platform/server/clock.ts'
import type { Database } from '#platform/server/database/database.ts'
import { createDispatcher } from '#platform/server/send/dispatcher.ts'
import type { DoWork } from '#platform/server/work.ts'
import { oneLine } from '#platform/server/one-line.ts'
import { composeMail } from './compose.ts'
import type { Notices } from './notices.ts'
import { listDueMails } from './queries.ts'
import { forgetOldMails, noteMailDone, noteMailFailed, claimMail } from './service.ts'
import type { Unsubscriber } from './unsubscribe.ts'

export type Mailer = Pick<ReturnType<typeof createMail>, 'sendTemplated' | 'sendPlain'>

interface Parts {
  db: Database
  work: DoWork
  clock: Clock
  log: FastifyBaseLogger
  mail: Mailer
  notices: Notices
  unsubscriber: Unsubscriber
  publicUrl: string
  timeZone: string
  /** Whether a browser of the user has answered since then. */
  hasAnswered(userId: string, since: Date): boolean
  /** Called now and then, to look at the calendar. */
  look(): void
}

/** By which mail programs offer to stop such mails, with one click (RFC 8058). */
export const unsubscribeHeaders = (link: string) => ({
  'List-Unsubscribe': `<${link}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
})

export const mailboxOf = (person: { firstName: string; lastName: string; email: string }) => ({
  name: oneLine(`${person.firstName} ${person.lastName}`),
  address: person.email,
})

/** Sends the mails that are due, each until the mail server has taken it. */
export function createMailSender(parts: Parts) {
  const { db, work, clock, log, mail, unsubscriber } = parts

  /** @returns false when there is nothing to tell any more */
  async function send(row: Parameters<typeof composeMail>[1]): Promise<boolean> {
    const composed = await composeMail(db, row, parts)
    if (!composed) return false
    const { to, content } = composed
    const link = unsubscriber.linkFor(row)
    const addressed = { to: mailboxOf(to), messageId: row.id, headers: unsubscribeHeaders(link) }
    if (content.kind === 'templated') await mail.sendTemplated({ ...addressed, variables: content.variables })
    else {
      const text = `${content.text}\n\n-- \nStop these mails: ${link}\n`
      await mail.sendPlain({ ...addressed, subject: content.subject, text })
    }
    return true
  }

  return createDispatcher({
    clock,
    log,
    what: 'a mail',
    atOnce: 3,
    listDue: async (now, most) => ((await isMailConfigured(db)) ? listDueMails(db, now, most) : []),
    claim: (row, until) => work((unit) => claimMail(unit, row, until)),
    send,
    noteSent: (row, isSent) => work((unit) => noteMailDone(unit, row, isSent)),
    noteFailed: ({ id }, failure, dueAt) => work((unit) => noteMailFailed(unit, id, failure, dueAt)),
    async maintain() {
      parts.look()
      await work(forgetOldMails)
    },
  })
}
