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

/** Whether anything was written or chosen. */
export const isWorthKeeping = (values: FormValues, customerName: string) => {
  const empty = emptyValues(customerName)
  return Object.keys(empty).some(
    (name) => values[name as keyof FormValues] !== empty[name as keyof FormValues],
  )
}
