import { queryOptions } from '@tanstack/react-query'
import { call } from '#platform/web/call.ts'
import { sharingApi } from '../contract.ts'

export type Channel = 'whatsapp' | 'sms'

export interface SharedLink {
  qrCodeDataUrl: string
  message: string
  url: string
}

const freshForMs = 300_000

/** Cached for five minutes, also when the ticket is reopened. */
export const sharedLink = (channel: Channel, ticketNumber: string) =>
  queryOptions({
    queryKey: ['/api/sharing', channel, ticketNumber],
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
    gcTime: freshForMs,
  })
