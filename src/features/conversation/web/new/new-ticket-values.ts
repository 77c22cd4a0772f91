import { z } from 'zod'
import { categories, NewTicket, priorities } from '#features/tickets/contract.ts'
import { i18n } from '#platform/contract/i18n.ts'

/** Stands for a client's id that is to be created. */
export const newClient = 'new'

const chosen = z.string().default('')

/** Unchecked values of the form, and of a draft. */
export const FormValues = z.object({
  subject: z.string(),
  category: z.enum(categories),
  priority: z.enum(priorities),
  description: z.string(),
  customerName: z.string(),
  productName: z.string(),
  projectName: z.string(),
  /** Chosen client, `newClient`, or nothing. */
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

export const isSame = (one: FormValues, other: FormValues) =>
  FormValues.keyof().options.every((name) => one[name] === other[name])

export const OwnTicket = NewTicket.extend({
  clientId: z.string(),
  requesterId: z.string(),
  assignedToId: z.string(),
})
export type OwnTicket = z.output<typeof OwnTicket>
/** Requires a chosen client, so that a typing mistake creates no new one. */
export const OthersTicket = OwnTicket.extend({
  clientId: z.string().min(1, {
    error: () => i18n.t('No client has this name.'),
  }),
})

export const toNewTicket = (values: OwnTicket): Omit<NewTicket, 'attachmentIds'> => ({
  ...values,
  clientId: values.clientId === newClient ? null : values.clientId || null,
  requesterId: values.requesterId || null,
  assignedToId: values.assignedToId || null,
})
