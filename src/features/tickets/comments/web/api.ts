import { mutationOptions, type QueryClient } from '@tanstack/react-query'
import { call } from '#platform/web/call.ts'
import { refreshLists, ticketKeys } from '../../web/api.ts'
import { commentApi } from '../contract.ts'

export interface NewCommentCall {
  ticketId: string
  content: string
  isInternal: boolean
  /** Made once for each comment that is written, so that sending again does not add it twice. */
  idempotencyKey: string
}

export const addComment = (client: QueryClient) =>
  mutationOptions({
    mutationFn: ({ ticketId, content, isInternal, idempotencyKey }: NewCommentCall) =>
      call(commentApi.add, { params: { id: ticketId }, body: { content, isInternal } }, { idempotencyKey }),
    onSuccess: (_comment, { ticketId }) =>
      Promise.all([
        client.invalidateQueries({ queryKey: ticketKeys.detail(ticketId) }),
        refreshLists(client),
      ]),
  })
