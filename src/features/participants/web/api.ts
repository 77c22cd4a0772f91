import { keepPreviousData, mutationOptions, queryOptions, type QueryClient } from '@tanstack/react-query'
import { refreshTicket, ticketKeys } from '#features/tickets/web/api.ts'
import { call } from '#platform/web/call.ts'
import { participantApi } from '../contract.ts'

/** Below the ticket's key, so that both are refreshed together. */
export const participantChoices = (ticketId: string, q: string) =>
  queryOptions({
    queryKey: [...ticketKeys.detail(ticketId), 'choices', q],
    queryFn: ({ signal }) =>
      call(participantApi.choices, { params: { id: ticketId }, query: { q } }, { signal }),
    placeholderData: keepPreviousData,
  })

export const addParticipant = (client: QueryClient, ticketId: string) =>
  mutationOptions({
    mutationFn: (userId: string) => call(participantApi.add, { params: { id: ticketId }, body: { userId } }),
    onSettled: () => refreshTicket(client, ticketId),
  })

export const confirmParticipant = (client: QueryClient, ticketId: string) =>
  mutationOptions({
    mutationFn: (participantId: string) =>
      call(participantApi.confirm, { params: { id: ticketId, participantId } }),
    onSettled: () => refreshTicket(client, ticketId),
  })

export const removeParticipant = (client: QueryClient, ticketId: string) =>
  mutationOptions({
    mutationFn: (participantId: string) =>
      call(participantApi.remove, { params: { id: ticketId, participantId } }),
    onSettled: () => refreshTicket(client, ticketId),
  })
