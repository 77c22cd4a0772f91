import { z } from 'zod'
import { categories, priorities } from '../../contract.ts'

/** What the form holds, before anything is checked; also what a draft is. */
export const FormValues = z.object({
  subject: z.string(),
  category: z.enum(categories),
  priority: z.enum(priorities),
  description: z.string(),
  customerName: z.string(),
  productName: z.string(),
  projectName: z.string(),
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
})

/** Whether the same is written and chosen in both. */
export const isSame = (one: FormValues, other: FormValues) =>
  FormValues.keyof().options.every((name) => one[name] === other[name])
