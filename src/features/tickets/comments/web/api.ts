import { mutationOptions, type QueryClient } from '@tanstack/react-query'
import { call } from '#platform/web/call.ts'
import { refreshLists, ticketKeys } from '../../web/api.ts'
import type { TicketDetail } from '../../contract.ts'
import { commentApi, type Comment } from '../contract.ts'

export interface NewCommentCall {
  ticketId: string
  content: string
  isInternal: boolean
  /** Made once for each comment that is written, so that sending again does not add it twice. */
  idempotencyKey: string
}

/** Shows a comment in the detail at once, whether that was opened by id or by number. */
function placeComment(client: QueryClient, ticketId: string, comment: Comment): void {
  client.setQueriesData<TicketDetail>(
    { queryKey: ticketKeys.details, predicate: ({ queryKey }) => queryKey.length === 3 },
    (known) =>
      known?.id === ticketId && !known.comments.some(({ id }) => id === comment.id)
        ? { ...known, comments: [...known.comments, comment] }
        : known,
  )
}

export const addComment = (client: QueryClient) =>
  mutationOptions({
    mutationFn: ({ ticketId, content, isInternal, idempotencyKey }: NewCommentCall) =>
      call(commentApi.add, { params: { id: ticketId }, body: { content, isInternal } }, { idempotencyKey }),
    onSuccess(comment, { ticketId }) {
      placeComment(client, ticketId, comment)
      void client.invalidateQueries({ queryKey: ticketKeys.details })
      void refreshLists(client)
    },
  })
