import { z } from 'zod'
import type { DeliveryKind } from '#platform/server/send/outbox.ts'

/** The event it tells of. */
const TextPayload = z.object({ position: z.number().int() })
export type TextPayload = z.output<typeof TextPayload>

/** A text message about one event of a ticket. */
export const textMessage: DeliveryKind<TextPayload> = { name: 'text', payload: TextPayload }
