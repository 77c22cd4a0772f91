import { type CommentedTicket, commentApi, type Comment } from '../contract.ts'
import { call } from '#platform/web/call.ts'

type Place = Pick<Comment, 'id' | 'createdAt'>

/** From which comment on a ticket is shown, by its id, where its person has asked for more than it comes with. */
const shownFrom = new Map<string, Place>()

export function showFrom(ticketId: string, { id, createdAt }: Place): void {
  shownFrom.set(ticketId, { id, createdAt })
}

/** The comments before this one. */
export const commentsBefore = (ticketId: string, before: string, signal?: AbortSignal) =>
  call(commentApi.before, { params: { id: ticketId }, query: { before } }, { signal })

const reaches = (comments: readonly Comment[], from: Place) =>
  comments.some(({ id }) => id === from.id) || comments.some(({ createdAt }) => createdAt < from.createdAt)

/** Without the comments before this place. */
function beginningAt<T extends CommentedTicket>(ticket: T, from: Place): T {
  const place = ticket.comments.findIndex(({ id }) => id === from.id)
  const at = place < 0 ? ticket.comments.findIndex(({ createdAt }) => createdAt >= from.createdAt) : place
  if (at <= 0) return ticket
  return { ...ticket, comments: ticket.comments.slice(at), hasMoreComments: true }
}

/** A ticket as it came, with the earlier comments that are on the screen. */
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
