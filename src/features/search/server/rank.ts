import type { ticketSearch } from '#features/tickets/server/queries.ts'
import { foundIn, type FoundIn, type TicketHit } from '../contract.ts'
import { excerpt, fold, mark } from './fold.ts'

export interface Typed {
  /** All of it, folded. */
  text: string
  words: readonly string[]
  ticketNumber: string | undefined
}

type Candidate = Awaited<ReturnType<typeof ticketSearch.findByWords>>[number]
type Found = Candidate & { words: readonly string[]; isSimilar: boolean }

const partsOf = ({ ticket, comment }: Candidate): Record<FoundIn, string | undefined | null> => ({
  description: ticket.description,
  comment: comment?.content,
  client: ticket.clientName,
  customer: ticket.customerName,
  product: ticket.productName,
  project: ticket.projectName,
  person: [
    `${ticket.creatorFirstName} ${ticket.creatorLastName}`,
    ticket.assigneeFirstName && `${ticket.assigneeFirstName} ${ticket.assigneeLastName}`,
  ]
    .filter(Boolean)
    .join(', '),
})

/** The exact number, then what begins the subject, what is in it, what is anywhere, and last what is only like it. */
function rankOf({ ticket, isSimilar }: Found, { text, words, ticketNumber }: Typed): number {
  if (ticket.ticketNumber === ticketNumber) return 0
  if (isSimilar) return 6
  const subject = fold(ticket.subject).text
  if (subject.startsWith(text)) return 1
  if (subject.includes(text))
    return subject.split(/[^\p{L}\p{N}]+/u).some((word) => word.startsWith(text)) ? 2 : 3
  return words.every((word) => subject.includes(word)) ? 4 : 5
}

/** The first place beside number and subject where one of the words stands that these do not have. */
function alsoIn(found: Found, isShown: (word: string) => boolean): TicketHit['also'] {
  const wanted = found.words.filter((word) => !isShown(word))
  if (wanted.length === 0) return null
  const parts = partsOf(found)
  for (const place of foundIn) {
    const part = parts[place]
    if (!part || !wanted.some((word) => fold(part).text.includes(word))) continue
    const isInternal = place === 'comment' && found.comment?.isInternal === true
    return { in: place, isInternal, part: excerpt(part, found.words) }
  }
  return null
}

function toHit(found: Found): TicketHit {
  const { ticket, words, isSimilar } = found
  const [ticketNumber, subject] = [mark(ticket.ticketNumber, words), mark(ticket.subject, words)]
  const shown = `${fold(ticket.ticketNumber).text}\n${fold(ticket.subject).text}`
  return {
    id: ticket.id,
    ticketNumber,
    subject,
    status: ticket.status,
    priority: ticket.priority,
    clientName: ticket.clientName,
    also: alsoIn(found, (word) => shown.includes(word)),
    isSimilar,
  }
}

/** The best `limit` of what was found, each with the places where the words stand; of equals the newer first. */
export function best(found: readonly Found[], typed: Typed, limit: number): TicketHit[] {
  return found
    .map((one) => ({ one, rank: rankOf(one, typed) }))
    .sort((a, b) => a.rank - b.rank || b.one.ticket.createdAt.getTime() - a.one.ticket.createdAt.getTime())
    .slice(0, limit)
    .map(({ one }) => toHit(one))
}
