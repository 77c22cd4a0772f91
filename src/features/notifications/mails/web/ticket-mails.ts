import { queryOptions } from '@tanstack/react-query'
import { ticketKeys } from '#features/tickets/web/api.ts'
import { call } from '#platform/web/call.ts'
import { ticketMailApi, type TicketMails } from '../contract.ts'

const lookAgainAfterMs = 3000
/** The first retry is after a minute. */
const retriedAfterMs = 60_000

function refetchAfterMs({ isSettled, mails }: TicketMails): number | false {
  if (!isSettled) return lookAgainAfterMs
  return mails.some(({ outcome }) => outcome === 'waiting') && retriedAfterMs
}

/** Reloaded with the ticket and by live messages, and polled while a mail is pending. */
export const ticketMails = (ticketId: string) =>
  queryOptions({
    queryKey: [...ticketKeys.detail(ticketId), 'mails'],
    queryFn: ({ signal }) => call(ticketMailApi.list, { params: { id: ticketId } }, { signal }),
    refetchInterval: ({ state }) => state.data !== undefined && refetchAfterMs(state.data),
  })
