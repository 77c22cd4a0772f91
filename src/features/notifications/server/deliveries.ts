import { i18n } from '#platform/contract/i18n.ts'
import { z } from 'zod'
import type { Delivery, DeliveryKind } from '#platform/server/send/outbox.ts'
import { NotificationType } from '../contract.ts'

const MailPayload = z.object({
  notificationType: NotificationType,
  /** Subject in time, such as an event or a day; unique for user and type. */
  period: z.string(),
  since: z.coerce.date().optional(),
  until: z.coerce.date().optional(),
  /** The mail counts against the limit of an unverified address. */
  isAdmitted: z.boolean().optional(),
})
export type MailPayload = z.output<typeof MailPayload>
export type NotificationMail = Delivery<MailPayload>

/** Mail about tickets; its events stand in `notifications`. */
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

/** Checks whether a mail of this period tells of one act, with all its events. */
export const isEvent = (period: string): boolean => period.startsWith('event ')
