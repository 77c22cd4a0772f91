import { i18n } from '#platform/contract/i18n.ts'
import { z } from 'zod'
import { categories, NewTicket, priorities } from '#features/tickets/contract.ts'

/** In place of a client's id: there is none of this name, and the person wants it created. */
export const newClient = 'new'

const chosen = z.string().default('')

/** What the form holds, before anything is checked; also what a draft is. */
export const FormValues = z.object({
  subject: z.string(),
  category: z.enum(categories),
  priority: z.enum(priorities),
  description: z.string(),
  customerName: z.string(),
  productName: z.string(),
  projectName: z.string(),
  /** The chosen client, `newClient`, or nothing. */
  clientId: chosen,
  requesterId: chosen,
  assignedToId: chosen,
})
export type FormValues = z.infer<typeof FormValues>

export const emptyValues = (customerName: string): FormValues => ({
  subject: '',
  category: 'other',
  priority: 'medium',
  description: '',
  customerName,
  productName: '',
  projectName: '',
  clientId: '',
  requesterId: '',
  assignedToId: '',
})

/** Whether the same is written and chosen in both. */
export const isSame = (one: FormValues, other: FormValues) =>
  FormValues.keyof().options.every((name) => one[name] === other[name])

/** What can be sent of one's own ticket. */
export const OwnTicket = NewTicket.extend({
  clientId: z.string(),
  requesterId: z.string(),
  assignedToId: z.string(),
})
export type OwnTicket = z.output<typeof OwnTicket>
/** What can be sent of a ticket for somebody else: a client is chosen, so that a typing mistake makes no new one. */
export const OthersTicket = OwnTicket.extend({
  clientId: z.string().min(1, {
    error: () => i18n.t('No client has this name.'),
  }),
})

/** What is sent of it. */
export const toNewTicket = (values: OwnTicket): Omit<NewTicket, 'attachmentIds'> => ({
  ...values,
  clientId: values.clientId === newClient ? null : values.clientId || null,
  requesterId: values.requesterId || null,
  assignedToId: values.assignedToId || null,
})
