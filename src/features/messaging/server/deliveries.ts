import { z } from 'zod'
import type { DeliveryKind } from '#platform/server/send/outbox.ts'

/** The number in digits, as the provider takes it. */
const ReplyPayload = z.object({ phoneNumber: z.string(), message: z.string() })
export type ReplyPayload = z.output<typeof ReplyPayload>

/** What somebody who writes through WhatsApp is answered. */
export const channelReply: DeliveryKind<ReplyPayload> = { name: 'reply', payload: ReplyPayload }
