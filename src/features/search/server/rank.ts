import { searchable, wordPattern } from '#platform/contract/searchable.ts'
import { findByWords, listTexts } from './ticket-search.ts'
import { foundIn, type FoundIn, type TicketHit } from '../contract.ts'
import { excerpt, mark, pieceWith } from './mark.ts'

export interface Typed {
  text: string
  words: readonly string[]
  ticketNumber: string | undefined
}

type Candidate = Awaited<ReturnType<typeof findByWords>>[number]
type TextsById = Awaited<ReturnType<typeof listTexts>>

interface Shown {
  ticket: Candidate
  /** Undefined for a ticket that has just been deleted. */
  texts: ReturnType<TextsById['get']>
  words: readonly string[]
  isSimilar: boolean
}

const partsOf = ({ ticket, texts }: Shown): Record<FoundIn, string | undefined | null> => ({
  description: texts?.description,
  comment: texts?.comment?.content,
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

/** Ranks exact number, beginning of the subject, rest of the subject, other text. */
function rankOf(ticket: Candidate, { text, words, ticketNumber }: Typed): number {
  if (ticket.ticketNumber === ticketNumber) return 0
  const subject = searchable(ticket.subject)
  if (subject.startsWith(text)) return 1
  if (subject.includes(text))
    return (subject.match(wordPattern) ?? []).some((word) => word.startsWith(text)) ? 2 : 3
  return words.every((word) => subject.includes(word)) ? 4 : 5
}

/** Finds the first match outside number and subject of a word that these lack. */
function alsoIn(shown: Shown, isShown: (word: string) => boolean): TicketHit['also'] {
  const wanted = shown.words.filter((word) => !isShown(word))
  if (wanted.length === 0) return null
  const parts = partsOf(shown)
  for (const place of foundIn) {
    const piece = pieceWith(parts[place] ?? '', wanted)
    if (!piece) continue
    const isInternal = place === 'comment' && shown.texts?.comment?.isInternal === true
    return { in: place, isInternal, part: excerpt(piece, shown.words) }
  }
  return null
}

export function toHit(shown: Shown): TicketHit {
  const { ticket, words, isSimilar } = shown
  const heading = `${searchable(ticket.ticketNumber)}\n${searchable(ticket.subject)}`
  return {
    id: ticket.id,
    ticketNumber: mark(ticket.ticketNumber, words),
    subject: mark(ticket.subject, words),
    status: ticket.status,
    priority: ticket.priority,
    clientName: ticket.clientName,
    also: alsoIn(shown, (word) => heading.includes(word)),
    isSimilar,
  }
}

/** Sorts by rank; equal and similar ones newest first. */
export const best = (
  found: readonly Candidate[],
  typed: Typed,
  isSimilar: boolean,
  limit: number,
): Candidate[] =>
  found
    .map((ticket) => ({ ticket, rank: isSimilar ? 0 : rankOf(ticket, typed) }))
    .sort((a, b) => a.rank - b.rank || Date.parse(b.ticket.createdAt) - Date.parse(a.ticket.createdAt))
    .slice(0, limit)
    .map(({ ticket }) => ticket)
