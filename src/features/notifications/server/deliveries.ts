import { i18n } from '#platform/contract/i18n.ts'
import { z } from 'zod'
import type { Delivery, DeliveryKind } from '#platform/server/send/outbox.ts'
import { NotificationType } from '../contract.ts'

const MailPayload = z.object({
  notificationType: NotificationType,
  /** Subject in time, such as one event or one day: there is one mail of each type for each user and period. */
  period: z.string(),
  /** Begin and end of a summary's time. */
  since: z.coerce.date().optional(),
  until: z.coerce.date().optional(),
  /** It is one of the few mails to somebody whose address is not known to be theirs. */
  isAdmitted: z.boolean().optional(),
})
export type MailPayload = z.output<typeof MailPayload>
export type NotificationMail = Delivery<MailPayload>

/** A mail about tickets; which events it tells of stands in `notifications`. */
export const notificationMail: DeliveryKind<MailPayload> = {
  name: 'mail',
  payload: MailPayload,
  get label() {
    return i18n.t('Notification emails')
  },
  check: 'mail',
  isShownToDesk: true,
  isMail: true,
  get noSender() {
    return i18n.t('No mail server is set up yet. Enter one in Email Settings.')
  },
}

/** Whether a mail of this period tells of an act by itself, with all events that belong to it. */
export const isEvent = (period: string): boolean => period.startsWith('event ')
