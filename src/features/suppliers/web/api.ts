import { mutationOptions, type QueryClient } from '@tanstack/react-query'
import type { z } from 'zod'
import { mailsOfTicket } from '#features/inbound/web/api.ts'
import { refreshTicket } from '#features/tickets/web/api.ts'
import { call } from '#platform/web/call.ts'
import { supplierApi, type SupplierChange } from '../contract.ts'

export const setSupplier = (client: QueryClient, ticketId: string) =>
  mutationOptions({
    mutationFn: (body: z.input<typeof SupplierChange>) =>
      call(supplierApi.set, { params: { id: ticketId }, body }),
    onSuccess: ({ supplier }) => {
      client.setQueryData(mailsOfTicket(ticketId).queryKey, (known) => ({
        mails: [],
        supplierMails: [],
        ...known,
        supplier,
      }))
      // With its first supplier the ticket tells that there is something to load.
      return refreshTicket(client, ticketId)
    },
  })
