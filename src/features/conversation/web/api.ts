import { mutationOptions, queryOptions, type QueryClient } from '@tanstack/react-query'
import { withEarlier } from '#features/comments/web/earlier-comments.ts'
import { dropTicket, refreshAfterOwn, refreshTicket, ticketKeys } from '#features/tickets/web/api.ts'
import { recordOwnAct } from '#features/tickets/web/latest-known.ts'
import { call } from '#platform/web/call.ts'
import { conversationApi } from '../contract.ts'

/** Finds by id or number, and keeps the earlier comments on the screen. */
export const ticketDetail = (id: string) =>
  queryOptions({
    queryKey: ticketKeys.detail(id),
    queryFn: async ({ signal }) =>
      withEarlier(await call(conversationApi.detail, { params: { id } }, { signal }), signal),
  })

export interface NewTicketCall {
  input: Parameters<typeof call<typeof conversationApi.create>>[1]['body']
  /** Made once for each opening of the form, so that a retry does not submit twice. */
  idempotencyKey: string
}

export const createTicket = (client: QueryClient) =>
  mutationOptions({
    mutationFn: ({ input, idempotencyKey }: NewTicketCall) =>
      call(conversationApi.create, { body: input }, { idempotencyKey }),
    onSuccess: () => refreshAfterOwn(client),
  })

interface FollowUpCall {
  /** Closed ticket. */
  id: string
  input: Parameters<typeof call<typeof conversationApi.followUp>>[1]['body']
  idempotencyKey: string
}

/** Submits a ticket that continues a closed one. */
export const continueTicket = (client: QueryClient) =>
  mutationOptions({
    mutationFn: ({ id, input, idempotencyKey }: FollowUpCall) =>
      call(conversationApi.followUp, { params: { id }, body: input }, { idempotencyKey }),
    onSuccess: (_, { id }) => {
      void refreshTicket(client, id)
      refreshAfterOwn(client)
    },
  })

export const deleteTicket = (client: QueryClient) =>
  mutationOptions({
    async mutationFn(id: string) {
      await call(conversationApi.remove, { params: { id } })
      dropTicket(client, id)
      recordOwnAct()
    },
    onSuccess: () => refreshAfterOwn(client),
  })
