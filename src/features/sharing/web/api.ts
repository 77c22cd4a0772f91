import { queryOptions } from '@tanstack/react-query'
import type { Ticket } from '#features/tickets/contract.ts'
import { call } from '#platform/web/call.ts'
import { sharingApi } from '../contract.ts'

export type Channel = 'whatsapp' | 'sms'

export interface SharedLink {
  qrCodeDataUrl: string
  message: string
  url: string
}

const freshForMs = 300_000

export type SharedTicket = Pick<Ticket, 'subject' | 'status'> & { ticketNumber: string }

/** Cached for five minutes, also when the ticket is reopened. The message tells its subject and status. */
export const sharedLink = (channel: Channel, { ticketNumber, subject, status }: SharedTicket) =>
  queryOptions({
    queryKey: ['/api/sharing', channel, ticketNumber, subject, status],
    async queryFn({ signal }): Promise<SharedLink> {
      const sent = { params: { id: ticketNumber } }
      if (channel === 'sms') {
        const { smsUrl: url, ...rest } = await call(sharingApi.sms, sent, { signal })
        return { ...rest, url }
      }
      const { whatsappUrl: url, ...rest } = await call(sharingApi.whatsapp, sent, { signal })
      return { ...rest, url }
    },
    staleTime: freshForMs,
    placeholderData: (last, query) => (query?.queryKey[2] === ticketNumber ? last : undefined),
    gcTime: freshForMs,
  })
