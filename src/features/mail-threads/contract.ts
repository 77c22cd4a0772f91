import { z } from 'zod'
import { desk } from '#features/users/contract.ts'
import { api } from '#platform/contract/endpoint.ts'
import { ById, Timestamp } from '#platform/contract/fields.ts'

/** Refusal of an address, as the other mail server has put it. */
export const AddressBounce = z.object({ reason: z.string(), at: Timestamp })
export type AddressBounce = z.infer<typeof AddressBounce>

export const mailThreadApi = api({
  clearBounce: {
    method: 'DELETE',
    path: '/api/users/:id/bounce',
    summary: 'Send emails again to the address of a user, although it has refused one for good',
    access: desk,
    params: ById,
    reply: z.object({ message: z.string() }),
  },
})
