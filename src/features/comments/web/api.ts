import { type CommentedTicket, commentApi, undoForMs, type AnswerStatus, type Comment } from '../contract.ts'
import { i18n } from '#platform/contract/i18n.ts'
import { keepPreviousData, mutationOptions, queryOptions, type QueryClient } from '@tanstack/react-query'
import { call } from '#platform/web/call.ts'
import {
  changeDetail,
  loadedDetail,
  placeTicket,
  refreshTicket,
  refreshWithLists,
  ticketKeys,
} from '#features/tickets/web/api.ts'
import type { Ticket } from '#features/tickets/contract.ts'
import { ticketAsItIs } from '#features/tickets/web/change/change-choice.ts'
import { newestOf } from '#features/tickets/web/latest-known.ts'
import { commentsBefore, showFrom } from './earlier-comments.ts'

export interface NewCommentCall {
  /** As its author sees it. */
  ticket: Ticket
  content: string
  isInternal: boolean
  mentions: string[]
  attachmentIds: string[]
  /** What the ticket is set to with it. */
  status?: AnswerStatus
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

/** Who of the client reads the public comments of a ticket; asked again whenever the ticket is. */
export const commentReaders = (ticketId: string) =>
  queryOptions({
    queryKey: [...ticketKeys.detail(ticketId), 'readers'],
    queryFn: ({ signal }) => call(commentApi.readers, { params: { id: ticketId } }, { signal }),
    staleTime: 0,
  })

/** When this browser was told that a comment of its person is there, by the comment. */
const heardAt = new Map<string, number>()

/** For how long, in milliseconds, a comment can still be taken back: by what was heard here, as the clock of this machine may be wrong. */
export const undoLeftMs = ({ id, createdAt }: Pick<Comment, 'id' | 'createdAt'>): number =>
  Math.min(undoForMs, (heardAt.get(id) ?? Date.parse(createdAt)) + undoForMs - Date.now())

/** Shows a comment in the detail at once. */
const placeComment = (client: QueryClient, ticketId: string, comment: Comment) =>
  changeDetail<CommentedTicket>(client, ticketId, (known) =>
    known.comments.some(({ id }) => id === comment.id)
      ? known
      : { ...known, comments: [...known.comments, comment] },
  )

interface Earlier {
  ticket: Pick<CommentedTicket, 'id' | 'comments'>
  /** Called just before they stand above the others. */
  onCome?(): void
}

async function placeEarlier(
  client: QueryClient,
  { ticket: { id, comments }, onCome }: Earlier,
): Promise<void> {
  const [oldest] = comments
  if (!oldest) return
  const page = await commentsBefore(id, oldest.id)
  const [first] = page.comments
  if (first) showFrom(id, first)
  onCome?.()
  changeDetail<CommentedTicket>(client, id, (known) =>
    known.comments[0]?.id === oldest.id
      ? { ...known, ...page, comments: [...page.comments, ...known.comments] }
      : known,
  )
}

/** Shows all comments of a ticket that is open. */
export async function loadAllComments(client: QueryClient, ticketId: string): Promise<void> {
  for (
    let ticket = loadedDetail<CommentedTicket>(client, ticketId);
    ticket?.hasMoreComments;
    ticket = loadedDetail<CommentedTicket>(client, ticketId)
  )
    await placeEarlier(client, { ticket })
}

/** Shows the comments before the oldest that is shown. */
export const showEarlierComments = (client: QueryClient) =>
  mutationOptions({
    mutationFn: (earlier: Earlier) => placeEarlier(client, earlier),
    // Its oldest comment may have been deleted.
    onError: (_, { ticket }) => void refreshTicket(client, ticket.id),
  })

const mostTries = 3

/** Somebody else has set the status that was to be set with a comment. */
export class StatusTaken extends Error {
  override name = 'StatusTaken'
  readonly status: Ticket['status']

  constructor({ status }: Ticket) {
    super(i18n.t('the status was set meanwhile'))
    this.status = status
  }
}

/** With a status it is sent for the newest version known, as long as nobody else has set that. */
async function send(client: QueryClient, sending: NewCommentCall, tries = mostTries): Promise<Comment> {
  const { ticket, idempotencyKey, ...body } = sending
  const sent = { params: { id: ticket.id }, body }
  if (body.status === undefined) return call(commentApi.add, sent, { idempotencyKey })
  const known = newestOf(ticket)
  if (![ticket.status, body.status].includes(known.status) || tries === 0) throw new StatusTaken(known)
  try {
    return await call(commentApi.add, sent, { idempotencyKey, ifMatch: `"${known.version}"` })
  } catch (error) {
    const current = ticketAsItIs(error)
    if (!current) throw error
    placeTicket(client, current)
    return send(client, sending, tries - 1)
  }
}

export const addComment = (client: QueryClient) =>
  mutationOptions({
    mutationFn: (sending: NewCommentCall) => send(client, sending),
    onSuccess(comment, { ticket }) {
      heardAt.set(comment.id, Date.now())
      placeComment(client, ticket.id, comment)
      void refreshWithLists(client, ticket.id)
    },
  })

/**
 * Takes a comment back.
 * @param idempotencyKey the same for each attempt
 * @returns it, as it is to be written anew
 */
export async function takeBackComment(
  client: QueryClient,
  { ticketId, commentId, idempotencyKey }: { ticketId: string; commentId: string; idempotencyKey: string },
): Promise<Comment> {
  const sent = { params: { id: ticketId, commentId } }
  const comment = await call(commentApi.takeBack, sent, { idempotencyKey })
  changeDetail<CommentedTicket>(client, ticketId, (known) => ({
    ...known,
    comments: known.comments.filter(({ id }) => id !== commentId),
  }))
  void refreshWithLists(client, ticketId)
  return comment
}

export const deleteComment = (client: QueryClient, ticketId: string) =>
  mutationOptions({
    mutationFn: (id: string) => call(commentApi.remove, { params: { id } }),
    onSettled: () => refreshWithLists(client, ticketId),
  })
