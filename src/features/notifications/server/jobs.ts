import { isMailConfigured } from '#features/mail-settings/server/queries.ts'
import type { createMail } from '#features/mail-settings/server/service.ts'
import type { Database } from '#platform/server/database/database.ts'
import { oneLine } from '#platform/server/one-line.ts'
import type { Sender } from '#platform/server/send/outbox.ts'
import { composeMail, type Place } from './compose.ts'
import { notificationMail, type MailPayload } from './deliveries.ts'
import { noteLastSent } from './service.ts'
import type { Unsubscriber } from './unsubscribe.ts'

export type Mailer = Pick<ReturnType<typeof createMail>, 'sendTemplated' | 'sendPlain'>

interface Parts extends Place {
  db: Database
  mail: Mailer
  unsubscriber: Unsubscriber
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

/** Sends the mails about tickets that are due. */
export const createMailSender = ({ db, mail, unsubscriber, ...place }: Parts): Sender<MailPayload> => ({
  kind: notificationMail,
  what: 'a mail',
  atOnce: 3,
  isReady: () => isMailConfigured(db),
  async send(delivery) {
    const composed = await composeMail(db, delivery, place)
    if (!composed) return false
    const { to, content } = composed
    const { notificationType } = delivery.payload
    const link = unsubscriber.linkFor({ userId: to.id, notificationType })
    const addressed = { to: mailboxOf(to), messageId: delivery.id, headers: unsubscribeHeaders(link) }
    if (content.kind === 'templated') await mail.sendTemplated({ ...addressed, variables: content.variables })
    else {
      const text = `${content.text}\n\n-- \nStop these emails: ${link}\n`
      await mail.sendPlain({ ...addressed, subject: content.subject, text })
    }
    return true
  },
  async noteDone(unit, { userId, payload: { notificationType } }, isSent) {
    if (isSent && userId !== null) await noteLastSent(unit, { userId, notificationType })
  },
})
