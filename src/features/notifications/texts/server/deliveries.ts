import { i18n } from '#platform/contract/i18n.ts'
import { z } from 'zod'
import type { DeliveryKind } from '#platform/server/send/outbox.ts'

const TextPayload = z.object({ position: z.number().int() })
export type TextPayload = z.output<typeof TextPayload>

export const textMessage: DeliveryKind<TextPayload> = {
  name: 'text',
  payload: TextPayload,
  get label() {
    return i18n.t('Text messages')
  },
  check: 'texts',
  isShownToDesk: true,
  get noSender() {
    return i18n.t('No SMS provider is configured on this server.')
  },
  describe: (_payload, user) => ({ what: i18n.t('Text message'), number: user?.mobileNumber ?? null }),
}
