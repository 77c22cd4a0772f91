import { mutationOptions, queryOptions, type QueryClient } from '@tanstack/react-query'
import { withEarlier } from '#features/comments/web/earlier-comments.ts'
import { dropTicket, refreshAfterOwn, ticketKeys } from '#features/tickets/web/api.ts'
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

export const deleteTicket = (client: QueryClient) =>
  mutationOptions({
    async mutationFn(id: string) {
      await call(conversationApi.remove, { params: { id } })
      dropTicket(client, id)
      recordOwnAct()
    },
    onSuccess: () => refreshAfterOwn(client),
  })
