import { queryOptions } from '@tanstack/react-query'
import { ticketKeys } from '#features/tickets/web/api.ts'
import { call } from '#platform/web/call.ts'
import { ticketMailApi } from '../contract.ts'

const lookAgainAfterMs = 3000

/** Who was mailed about a ticket; asked again whenever the ticket is, and as long as somebody is about to be mailed. */
export const ticketMails = (ticketId: string) =>
  queryOptions({
    queryKey: [...ticketKeys.detail(ticketId), 'mails'],
    queryFn: ({ signal }) => call(ticketMailApi.list, { params: { id: ticketId } }, { signal }),
    refetchInterval: ({ state }) => (state.data?.isSettled === false ? lookAgainAfterMs : false),
  })
