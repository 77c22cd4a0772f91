import { call } from '#platform/web/call.ts'
import { type CommentedTicket, commentApi, type Comment } from '../contract.ts'

type Place = Pick<Comment, 'id' | 'createdAt'>

/** Oldest comment shown, by ticket, where earlier ones were loaded. */
const shownFrom = new Map<string, Place>()

export function showFrom(ticketId: string, { id, createdAt }: Place): void {
  shownFrom.set(ticketId, { id, createdAt })
}

export const commentsBefore = (ticketId: string, before: string, signal?: AbortSignal) =>
  call(commentApi.before, { params: { id: ticketId }, query: { before } }, { signal })

const reaches = (comments: readonly Comment[], from: Place) =>
  comments.some(({ id }) => id === from.id) || comments.some(({ createdAt }) => createdAt < from.createdAt)

/** Drops the comments before this place. */
function beginningAt<T extends CommentedTicket>(ticket: T, from: Place): T {
  const place = ticket.comments.findIndex(({ id }) => id === from.id)
  const at = place < 0 ? ticket.comments.findIndex(({ createdAt }) => createdAt >= from.createdAt) : place
  if (at <= 0) return ticket
  return { ...ticket, comments: ticket.comments.slice(at), hasMoreComments: true }
}

/** Adds the earlier comments on the screen to a refetched ticket. */
export async function withEarlier<T extends CommentedTicket>(ticket: T, signal: AbortSignal): Promise<T> {
  const from = shownFrom.get(ticket.id)
  if (!from) return ticket
  let whole = ticket
  for (let [oldest] = whole.comments; oldest && whole.hasMoreComments && !reaches(whole.comments, from);) {
    const page = await commentsBefore(ticket.id, oldest.id, signal)
    whole = { ...whole, ...page, comments: [...page.comments, ...whole.comments] }
    oldest = whole.comments[0]
  }
  return beginningAt(whole, from)
}
