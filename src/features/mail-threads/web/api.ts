import { mutationOptions, type QueryClient } from '@tanstack/react-query'
import { ticketKeys } from '#features/tickets/web/api.ts'
import { call } from '#platform/web/call.ts'
import { refresh } from '#platform/web/query-client.ts'
import { mailThreadApi } from '../contract.ts'

export const clearBounce = (client: QueryClient) =>
  mutationOptions({
    mutationFn: (userId: string) => call(mailThreadApi.clearBounce, { params: { id: userId } }),
    onSuccess: () => refresh(client, { queryKey: ticketKeys.requesters }),
  })
