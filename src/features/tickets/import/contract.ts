import { z } from 'zod'
import { NewTicket, Status } from '../contract.ts'

export const ImportedTicket = NewTicket.pick({
  subject: true,
  description: true,
  customerName: true,
  projectName: true,
  category: true,
  priority: true,
}).extend({
  // Absent in some tickets, such as those of WhatsApp.
  productName: NewTicket.shape.productName.or(z.literal('')).nullish(),
  status: Status.default('open'),
})
export type ImportedTicket = z.output<typeof ImportedTicket>
