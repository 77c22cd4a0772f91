import { i18n } from '#platform/contract/i18n.ts'
import { addToPayload } from '#features/deliveries/server/service.ts'
import { isMailConfigured } from '#features/mail-settings/server/queries.ts'
import type { createMail } from '#features/mail-settings/server/service.ts'
import { findBounce } from '#features/mail-threads/server/queries.ts'
import { noteSent } from '#features/mail-threads/server/service.ts'
import type { AddressProof } from '#features/accounts/server/public/address-proof.ts'
import { trialLenience } from '#features/auth/server/queries.ts'
import type { Reader } from '#platform/server/database/query-builder.ts'
import { inLanguage } from '#platform/server/language.ts'
import { plainHtml } from '#platform/server/send/mail-html.ts'
import { mailboxOf } from '#platform/server/send/mailer.ts'
import type { Sender } from '#platform/server/send/outbox.ts'
import { SendFailure } from '#platform/server/send/send-failure.ts'
import { composeMail, type Place } from './compose.ts'
import { notificationMail, type MailPayload } from './deliveries.ts'
import { findNamed } from './named.ts'
import { countAdmitted, listNotifiedOfAct } from './queries.ts'
import { recordLastSent } from './service.ts'
import { createTicketMails, type TicketMailParts } from './ticket-mails.ts'
import type { Unsubscriber } from './unsubscribe.ts'

export type Mailer = Pick<ReturnType<typeof createMail>, 'sendTemplated' | 'sendPlain'>

interface Parts extends Place, TicketMailParts {
  mail: Mailer
  unsubscriber: Unsubscriber
  addressProof: AddressProof
  productName: string
  clock: { now(): Date }
  /** True while only this machine calls the server. */
  isTrial(reader: Reader): Promise<boolean>
}

const dayMs = 24 * 60 * 60 * 1000
/** Protects the owner of an address that another person registered. */
const unprovedMailsPerDay = 10

/** Headers for unsubscribing with one click (RFC 8058). */
export const unsubscribeHeaders = (link: string) => ({
  'List-Unsubscribe': `<${link}>`,
  'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click',
})

/** Notice in mails to an unverified address. */
function proofWords(link: string | undefined, productName: string, isRegistered: boolean): string[] {
  if (link === undefined) return []
  return isRegistered
    ? [
        i18n.t(
          'You, or someone else, registered for {productName} with this address. If it was you, confirm it here: {link}',
          { productName, link },
        ),
      ]
    : [
        i18n.t(
          'You, or someone else, wrote to {productName} from this address. If it was you, confirm it here: {link}',
          { productName, link },
        ),
      ]
}

export function createMailSender(parts: Parts): Sender<MailPayload> {
  const { db, work, mail, unsubscriber, addressProof, productName, isTrial, ...place } = parts
  const continueTicket = createTicketMails(parts)

  async function isWithinLimit(reader: Reader, userId: string, mailId: string): Promise<boolean> {
    const most = unprovedMailsPerDay * ((await isTrial(reader)) ? trialLenience : 1)
    const since = new Date(parts.clock.now().getTime() - dayMs)
    return (await countAdmitted(reader, userId, since, mailId)) < most
  }

  /** @returns the link that verifies the address; undefined beyond its limit of mails */
  const admit = (userId: string, mailId: string) =>
    work(async (unit) => {
      // Locks the user, so that concurrent mails are all counted.
      const link = await addressProof.linkFor(unit, userId)
      if (!(await isWithinLimit(unit.tx, userId, mailId))) return undefined
      await addToPayload(unit, notificationMail, mailId, { isAdmitted: true })
      return { link }
    })

  return {
    kind: notificationMail,
    what: 'a mail',
    atOnce: 3,
    isReady: () => isMailConfigured(db),
    async send(delivery) {
      const composed = await composeMail(db, delivery, place)
      if (!composed) return false
      const { to, content } = composed
      const bounce = await findBounce(db, to.id)
      // A lost answer is shown to the desk; a summary is of no use later.
      if (bounce && content.kind === 'plain') return false
      if (bounce) throw new SendFailure(`An earlier email to this address came back: ${bounce.reason}`, true)
      const admitted = to.emailProvedAt ? { link: undefined } : await admit(to.id, delivery.id)
      if (!admitted) return false
      const link = unsubscriber.linkFor({ userId: to.id, notificationTypes: composed.types })
      const addressed = { to: mailboxOf(to), messageId: delivery.id, headers: unsubscribeHeaders(link) }
      await inLanguage(to.language, async () => {
        const proof = proofWords(admitted.link, productName, to.isRegistered)
        if (content.kind === 'templated') {
          const { variables, messageHtml, isFromPerson } = content
          const own = await parts.inboundAddresses(db)
          const named = await findNamed(db, to.id, content, { notices: parts.notices, own, isWithinLimit })
          const { howToReply, ...continued } = await continueTicket(delivery.id, to.id, content)
          return mail.sendTemplated({
            ...addressed,
            ...continued,
            named,
            variables: { ...variables, message: [variables.message, ...proof].join('\n\n'), howToReply },
            messageHtml: [messageHtml, ...proof.map(plainHtml)].join('<br><br>'),
            isFromPerson,
          })
        }
        const stop = `-- \n${i18n.t('Stop these emails: {link}', { link })}\n`
        const text = [content.text, ...proof, stop].join('\n\n')
        return mail.sendPlain({ ...addressed, subject: content.subject, text })
      })
      return true
    },
    async noteDone(unit, { id, userId, payload }, isSent) {
      if (!isSent || userId === null) return
      await noteSent(unit, id)
      const told = (await listNotifiedOfAct(unit.tx, id)).map(({ notificationType }) => notificationType)
      for (const notificationType of new Set([payload.notificationType, ...told]))
        await recordLastSent(unit, { userId, notificationType })
    },
  }
}
