import { i18n } from '#platform/contract/i18n.ts'
import { isMailConfigured } from '#features/mail-settings/server/queries.ts'
import type { createMail } from '#features/mail-settings/server/service.ts'
import type { Database } from '#platform/server/database/database.ts'
import { inLanguage } from '#platform/server/language.ts'
import { mailboxOf } from '#platform/server/send/mailer.ts'
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
    await inLanguage(to.language, () => {
      if (content.kind === 'templated')
        return mail.sendTemplated({ ...addressed, variables: content.variables })
      const text = `${content.text}\n\n-- \n${i18n.t('Stop these emails: {link}', { link })}\n`
      return mail.sendPlain({ ...addressed, subject: content.subject, text })
    })
    return true
  },
  async noteDone(unit, { userId, payload: { notificationType } }, isSent) {
    if (isSent && userId !== null) await noteLastSent(unit, { userId, notificationType })
  },
})
