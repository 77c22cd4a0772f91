import { queryOptions } from '@tanstack/react-query'
import type { Person } from '#features/users/contract.ts'
import { call } from '#platform/web/call.ts'
import { ticketListApi } from '#features/ticket-list/contract.ts'
import { asText, ticketKeys } from '#features/tickets/web/api.ts'
import { requesterApi } from '../contract.ts'

export const ticketRequester = (ticketId: string) =>
  queryOptions({
    queryKey: [...ticketKeys.requesters, ticketId],
    queryFn: ({ signal }) => call(requesterApi.requester, { params: { id: ticketId } }, { signal }),
  })

/** Finds a requester through their tickets; null when the viewer sees none. */
export async function findRequester(id: string, signal: AbortSignal): Promise<Person | null> {
  const query = asText({ requesterId: id, limit: 5, offset: 0 })
  const [ticket] = (await call(ticketListApi.list, { query }, { signal })).tickets
  if (!ticket) return null
  return (await call(requesterApi.requester, { params: { id: ticket.id } }, { signal })).person
}
