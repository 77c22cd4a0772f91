import { z } from 'zod'
import { NewTicket, Status } from '../contract.ts'

/** What a ticket of another system says by itself; whose it is, and when it was, is told apart. */
export const ImportedTicket = NewTicket.pick({
  subject: true,
  description: true,
  customerName: true,
  projectName: true,
  category: true,
  priority: true,
}).extend({
  // Where nobody has typed one, as in tickets that came through WhatsApp.
  productName: NewTicket.shape.productName.or(z.literal('')).nullish(),
  status: Status.default('open'),
})
export type ImportedTicket = z.output<typeof ImportedTicket>
