import { z } from 'zod'
import { Supplier } from '#features/inbound/contract.ts'
import { desk } from '#features/users/contract.ts'
import { api } from '#platform/contract/endpoint.ts'
import { ById, email, text } from '#platform/contract/fields.ts'
import { i18n } from '#platform/contract/i18n.ts'
import { limits } from '#platform/contract/limits.ts'

const notAnAddress = { error: () => i18n.t('Address must be a valid email address') }

export const SupplierChange = z.object({
  /** Null or blank: the ticket has no supplier. */
  address: z
    .string(notAnAddress)
    .max(limits.email, {
      error: () => i18n.t('Address must have at most {max} characters', { max: limits.email }),
    })
    .pipe(
      z.union([z.literal(''), email(() => i18n.t('Address must be a valid email address'))], notAnAddress),
    )
    .nullable(),
  number: text(() => i18n.t('Number'), limits.name)
    .nullish()
    .transform((number) => number || null),
})
export type SupplierChange = z.output<typeof SupplierChange>

export const supplierApi = api({
  set: {
    method: 'PUT',
    path: '/api/tickets/:id/supplier',
    summary: 'Set the supplier of a ticket, whose mails then join it for staff alone; null takes it away',
    access: desk,
    params: ById,
    body: SupplierChange,
    reply: z.object({ supplier: Supplier.nullable() }),
  },
})
