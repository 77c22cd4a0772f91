import { z } from 'zod'
import { listAble } from '#features/auth/server/queries.ts'
import { deleteDelivery, lockDelivery } from '#features/deliveries/server/service.ts'
import { canSee, canSeeInternal } from '#features/tickets/policy.ts'
import { findWholeTicket } from '#features/tickets/server/queries.ts'
import { i18n } from '#platform/contract/i18n.ts'
import type { DeliveryKind, Sender } from '#platform/server/send/outbox.ts'
import type { DoWork } from '#platform/server/work.ts'
import { AnswerStatus } from '../contract.ts'
import { addAnswer, addComment } from './service.ts'

const Held = z.object({
  ticketId: z.string(),
  /** Client of the ticket, whose people were to read it. */
  clientId: z.string(),
  content: z.string(),
  isInternal: z.boolean(),
  attachmentIds: z.array(z.string()),
  answer: z.object({ status: AnswerStatus, seen: z.string() }).optional(),
})

export const formerComment: DeliveryKind<z.output<typeof Held>> = {
  name: 'comment',
  payload: Held,
  get label() {
    return i18n.t('Comments not yet sent')
  },
  isShownToDesk: true,
}

/** Adds comments that former versions delayed in the outbox, by their authors' present rights. */
export const createFormerSender = (work: DoWork): Sender<z.output<typeof Held>> => ({
  kind: formerComment,
  what: 'a comment',
  atOnce: 1,
  isReady: async () => true,
  send: ({ id, payload: { ticketId, clientId, answer, ...input } }) =>
    work(async (unit) => {
      const row = await lockDelivery(unit, id)
      if (!row || row.dueAt === null) return false
      await deleteDelivery(unit, id)
      const [author] = await listAble(unit.tx, row.userId === null ? [] : [row.userId])
      const ticket = await findWholeTicket(unit.tx, ticketId)
      if (!author || !ticket || !canSee(author, ticket)) return false
      if (input.isInternal ? !canSeeInternal(author) : ticket.clientId !== clientId) return false
      const comment = { ...input, id }
      if (answer?.seen === ticket.status)
        await addAnswer(unit, author, ticketId, comment, { from: ticket.status, to: answer.status })
      else await addComment(unit, author, ticketId, comment)
      return true
    }),
})
