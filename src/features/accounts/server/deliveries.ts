import { i18n } from '#platform/contract/i18n.ts'
import { z } from 'zod'
import type { Delivery, DeliveryKind } from '#platform/server/send/outbox.ts'
import { linkPurposes } from '../contract.ts'

const LinkPayload = z.object({
  purpose: z.enum(linkPurposes),
  /** As it was asked for; whether somebody has this address is seen when it is sent. */
  email: z.string(),
  /** From where it was asked for. */
  ip: z.string(),
})
type LinkPayload = z.output<typeof LinkPayload>

/** A mail with a link to set a password or to prove an address. The link is made from its id, and not stored. */
export const linkMail: DeliveryKind<LinkPayload> = {
  name: 'link',
  payload: LinkPayload,
  get label() {
    return i18n.t('Emails with a link')
  },
  check: 'mail',
  // A link that nobody is known to get is nobody's problem.
  isShownToDesk: 'with-recipient',
  isMail: true,
  get noSender() {
    return i18n.t('No mail server is set up yet. Enter one in Email Settings.')
  },
}
export type LinkMail = Delivery<LinkPayload>
