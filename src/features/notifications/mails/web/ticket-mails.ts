import { queryOptions } from '@tanstack/react-query'
import { ticketKeys } from '#features/tickets/web/api.ts'
import { call } from '#platform/web/call.ts'
import { ticketMailApi } from '../contract.ts'

const lookAgainAfterMs = 3000

/** Lists the mails about a ticket; loaded again with the ticket, and as long as a mail is about to go out. */
export const ticketMails = (ticketId: string) =>
  queryOptions({
    queryKey: [...ticketKeys.detail(ticketId), 'mails'],
    queryFn: ({ signal }) => call(ticketMailApi.list, { params: { id: ticketId } }, { signal }),
    refetchInterval: ({ state }) => (state.data?.isSettled === false ? lookAgainAfterMs : false),
  })
