import { i18n } from '#platform/contract/i18n.ts'
import { z } from 'zod'
import type { Delivery, DeliveryKind } from '#platform/server/send/outbox.ts'
import { linkPurposes } from '../contract.ts'

const LinkPayload = z.object({
  purpose: z.enum(linkPurposes),
  /** Address as requested; sending finds out whether a user has it. */
  email: z.string(),
  ip: z.string(),
})
type LinkPayload = z.output<typeof LinkPayload>

/** Mail with a link for a password or an address. The link derives from its id and is not stored. */
export const linkMail: DeliveryKind<LinkPayload> = {
  name: 'link',
  payload: LinkPayload,
  get label() {
    return i18n.t('Emails with a link')
  },
  check: 'mail',
  // Links without a known recipient need no attention.
  isShownToDesk: 'with-recipient',
  isMail: true,
  get noSender() {
    return i18n.t('No mail server is set up yet. Enter one in Email Settings.')
  },
}
export type LinkMail = Delivery<LinkPayload>
