import { keepPreviousData, mutationOptions, queryOptions, type QueryClient } from '@tanstack/react-query'
import { call } from '#platform/web/call.ts'
import { changeDetail, refreshLists, refreshTicket } from '../../web/api.ts'
import { commentApi, type Comment } from '../contract.ts'

export interface NewCommentCall {
  ticketId: string
  content: string
  isInternal: boolean
  mentions: string[]
  attachmentIds: string[]
  /** Made once for each comment that is written, so that sending again does not add it twice. */
  idempotencyKey: string
}

const freshForMs = 60_000

/** Those an internal comment can call by name. */
export const mentionable = (ticketId: string, typed: string) =>
  queryOptions({
    queryKey: [commentApi.mentionable.path, ticketId, typed],
    queryFn: ({ signal }) =>
      call(commentApi.mentionable, { params: { id: ticketId }, query: { q: typed } }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: freshForMs,
  })

/** Shows a comment in the detail at once. */
const placeComment = (client: QueryClient, ticketId: string, comment: Comment) =>
  changeDetail(client, ticketId, (known) =>
    known.comments.some(({ id }) => id === comment.id)
      ? known
      : { ...known, comments: [...known.comments, comment] },
  )

export const addComment = (client: QueryClient) =>
  mutationOptions({
    mutationFn: ({ ticketId, idempotencyKey, ...body }: NewCommentCall) =>
      call(commentApi.add, { params: { id: ticketId }, body }, { idempotencyKey }),
    onSuccess(comment, { ticketId }) {
      placeComment(client, ticketId, comment)
      void refreshTicket(client, ticketId)
      void refreshLists(client)
    },
  })
