import { mutationOptions, type QueryClient } from '@tanstack/react-query'
import { inboundApi } from '#features/inbound/contract.ts'
import { ticketKeys } from '#features/tickets/web/api.ts'
import { call } from '#platform/web/call.ts'
import { refresh } from '#platform/web/query-client.ts'

export const makeRequester = (client: QueryClient, ticketId: string) =>
  mutationOptions({
    mutationFn: (id: string) => call(inboundApi.makeRequester, { params: { id } }),
    onSettled: () => refresh(client, { queryKey: ticketKeys.detail(ticketId) }),
  })

export const splitMail = (client: QueryClient, ticketId: string) =>
  mutationOptions({
    mutationFn: (id: string) => call(inboundApi.split, { params: { id } }),
    onSettled: () => refresh(client, { queryKey: ticketKeys.detail(ticketId) }),
  })
