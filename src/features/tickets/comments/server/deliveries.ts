import { z } from 'zod'
import { AnswerStatus } from '../contract.ts'
import type { DeliveryKind } from '#platform/server/send/outbox.ts'

const HeldPayload = z.object({
  ticketId: z.string(),
  /** With whom the ticket was when it was written: that company's people were to read it. */
  clientId: z.string(),
  content: z.string(),
  isInternal: z.boolean(),
  mentions: z.array(z.string()),
  attachmentIds: z.array(z.string()),
  /** What the ticket is set to with it, as long as it is still what its author saw. */
  answer: z.object({ status: AnswerStatus, seen: z.string() }).optional(),
  /** Whence it was sent, for the log. */
  ip: z.string(),
})
export type HeldPayload = z.output<typeof HeldPayload>

/** A comment that its author can still take back. Its id is that of the comment it becomes. */
export const heldComment: DeliveryKind<HeldPayload> = { name: 'comment', payload: HeldPayload }
