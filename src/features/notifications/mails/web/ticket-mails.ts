import { queryOptions } from '@tanstack/react-query'
import { ticketKeys } from '#features/tickets/web/api.ts'
import { call } from '#platform/web/call.ts'
import { ticketMailApi } from '../contract.ts'

const lookAgainAfterMs = 3000

/** Reloaded with the ticket, and polled while a mail is pending. */
export const ticketMails = (ticketId: string) =>
  queryOptions({
    queryKey: [...ticketKeys.detail(ticketId), 'mails'],
    queryFn: ({ signal }) => call(ticketMailApi.list, { params: { id: ticketId } }, { signal }),
    refetchInterval: ({ state }) => (state.data?.isSettled === false ? lookAgainAfterMs : false),
  })
