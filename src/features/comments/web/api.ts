import { keepPreviousData, mutationOptions, queryOptions, type QueryClient } from '@tanstack/react-query'
import type { Ticket } from '#features/tickets/contract.ts'
import {
  changeDetail,
  loadedDetail,
  placeTicket,
  refreshTicket,
  refreshWithLists,
  ticketKeys,
} from '#features/tickets/web/api.ts'
import { ticketAsItIs } from '#features/tickets/web/change/change-choice.ts'
import { recordChange } from '#features/tickets/web/change/change-ticket.ts'
import { newestOf } from '#features/tickets/web/latest-known.ts'
import { i18n } from '#platform/contract/i18n.ts'
import { call } from '#platform/web/call.ts'
import { untilAnswered } from '#platform/web/drafts/until-answered.ts'
import {
  type CommentedTicket,
  commentApi,
  editForMs,
  undoForMs,
  type AnswerStatus,
  type Comment,
  type HandOver,
} from '../contract.ts'
import { commentsBefore, showFrom } from './earlier-comments.ts'

export interface NewCommentCall {
  ticket: Ticket
  content: string
  isInternal: boolean
  mentions: string[]
  attachmentIds: string[]
  status?: AnswerStatus
  assignToMe?: boolean
  isThanks?: boolean
  /** Made once for each comment, so that a retry does not add it twice. */
  idempotencyKey: string
}

const freshForMs = 60_000

export const mentionable = (ticketId: string, typed: string) =>
  queryOptions({
    queryKey: [commentApi.mentionable.path, ticketId, typed],
    queryFn: ({ signal }) =>
      call(commentApi.mentionable, { params: { id: ticketId }, query: { q: typed } }, { signal }),
    placeholderData: keepPreviousData,
    staleTime: freshForMs,
  })

/** Below the ticket's key, so that both are refreshed together. */
export const commentReaders = (ticketId: string) =>
  queryOptions({
    queryKey: [...ticketKeys.detail(ticketId), 'readers'],
    queryFn: ({ signal }) => call(commentApi.readers, { params: { id: ticketId } }, { signal }),
    staleTime: 0,
  })

/** Times when this browser heard of its person's comments, by comment id. */
const heardAt = new Map<string, number>()

/** Counts from the message heard, in milliseconds, as the local clock may be wrong. */
const leftOf =
  (wholeMs: number) =>
  ({ id, createdAt }: Pick<Comment, 'id' | 'createdAt'>): number =>
    Math.min(wholeMs, (heardAt.get(id) ?? Date.parse(createdAt)) + wholeMs - Date.now())
export const undoLeftMs = leftOf(undoForMs)
export const editLeftMs = leftOf(editForMs)

const placeComment = (client: QueryClient, ticketId: string, comment: Comment) =>
  changeDetail<CommentedTicket>(client, ticketId, (known) =>
    known.comments.some(({ id }) => id === comment.id)
      ? known
      : { ...known, comments: [...known.comments, comment] },
  )

interface Earlier {
  ticket: Pick<CommentedTicket, 'id' | 'comments'>
  /** Called just before they are shown above the others. */
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

export async function loadAllComments(client: QueryClient, ticketId: string): Promise<void> {
  for (
    let ticket = loadedDetail<CommentedTicket>(client, ticketId);
    ticket?.hasMoreComments;
    ticket = loadedDetail<CommentedTicket>(client, ticketId)
  )
    await placeEarlier(client, { ticket })
}

export const showEarlierComments = (client: QueryClient) =>
  mutationOptions({
    mutationFn: (earlier: Earlier) => placeEarlier(client, earlier),
    // Its oldest comment may have been deleted.
    onError: (_, { ticket }) => void refreshTicket(client, ticket.id),
  })

const mostTries = 3

/** Conflict: the status was set by another person. */
export class StatusTaken extends Error {
  override name = 'StatusTaken'
  readonly status: Ticket['status']

  constructor({ status }: Ticket) {
    super(i18n.t('the status was changed in the meantime'))
    this.status = status
  }
}

/** Sends a status for the newest known version, unless another person has set it. */
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

export interface HandOverCall extends HandOver {
  /** As the viewer saw it. */
  ticket: Ticket
  idempotencyKey: string
}

/** Conflict: another person has assigned the ticket meanwhile. */
export class AssigneeTaken extends Error {
  override name = 'AssigneeTaken'
  readonly ticket: Ticket

  constructor(ticket: Ticket) {
    super(i18n.t('the assignee was changed in the meantime'))
    this.ticket = ticket
  }
}

/** Hands the newest known version over, unless another person has assigned it. */
async function sendHandOver(client: QueryClient, sending: HandOverCall, tries = mostTries): Promise<Comment> {
  const { ticket, idempotencyKey, ...body } = sending
  const known = newestOf(ticket)
  const isFree = [ticket.assignedToId, body.assignedToId].includes(known.assignedToId)
  if (!isFree || tries === 0) throw new AssigneeTaken(known)
  const sent = { params: { id: ticket.id }, body }
  try {
    return await call(commentApi.handOver, sent, { idempotencyKey, ifMatch: `"${known.version}"` })
  } catch (error) {
    const current = ticketAsItIs(error)
    if (!current) throw error
    placeTicket(client, current)
    return sendHandOver(client, sending, tries - 1)
  }
}

export const handOver = (client: QueryClient) =>
  mutationOptions({
    mutationFn: (sending: HandOverCall) => untilAnswered(() => sendHandOver(client, sending)),
    onSuccess(comment, { ticket }) {
      heardAt.set(comment.id, Date.now())
      placeComment(client, ticket.id, comment)
      recordChange(ticket.id, 'assignedToId')
      void refreshWithLists(client, ticket.id)
    },
  })

export async function takeDraft(client: QueryClient, ticketId: string, commentId: string): Promise<void> {
  await call(commentApi.takeDraft, { params: { id: ticketId, commentId } })
  changeDetail<CommentedTicket>(client, ticketId, (known) => ({
    ...known,
    comments: known.comments.map((one) => (one.id === commentId ? { ...one, handed: undefined } : one)),
  }))
}

/** @param idempotencyKey the same for each attempt @returns it, to be edited */
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

export const editComment = (client: QueryClient, ticketId: string) =>
  mutationOptions({
    mutationFn: ({ id, content }: { id: string; content: string }) =>
      call(commentApi.edit, { params: { id }, body: { content } }),
    onSuccess: (comment) =>
      changeDetail<CommentedTicket>(client, ticketId, (known) => ({
        ...known,
        comments: known.comments.map((one) => (one.id === comment.id ? { ...one, ...comment } : one)),
      })),
    onSettled: () => refreshTicket(client, ticketId),
  })

export const deleteComment = (client: QueryClient, ticketId: string) =>
  mutationOptions({
    mutationFn: (id: string) => call(commentApi.remove, { params: { id } }),
    onSettled: () => refreshWithLists(client, ticketId),
  })
