import { i18n } from '#platform/contract/i18n.ts'
import { z } from 'zod'
import type { DeliveryKind } from '#platform/server/send/outbox.ts'

/** The provider takes the number in digits. */
const ReplyPayload = z.object({ phoneNumber: z.string(), message: z.string() })
export type ReplyPayload = z.output<typeof ReplyPayload>

export const channelReply: DeliveryKind<ReplyPayload> = {
  name: 'reply',
  payload: ReplyPayload,
  get label() {
    return i18n.t('WhatsApp replies')
  },
  check: 'whatsapp',
  isShownToDesk: true,
  get noSender() {
    return i18n.t('WhatsApp is not configured on this server.')
  },
  describe: ({ phoneNumber }) => ({ what: i18n.t('WhatsApp reply'), number: `+${phoneNumber}` }),
}
