import { mark } from '#features/ticket-search/server/public/mark.ts'
import type { Reason } from '#features/ticket-search/contract.ts'
import type { NamedRow } from '#features/tickets/server/public/ticket-rows.ts'
import { searchable, wordPattern } from '#platform/contract/searchable.ts'
import type { TicketHit } from '../contract.ts'

export interface Typed {
  /** As typed, for the list's search. */
  search: string
  /** Its words, joined. */
  text: string
  words: readonly string[]
  ticketNumber: string | undefined
}

/** Ranks exact number, beginning of the subject, rest of the subject, other text. */
function rankOf(ticket: NamedRow, { text, words, ticketNumber }: Typed): number {
  if (ticket.ticketNumber === ticketNumber) return 0
  const subject = searchable(ticket.subject)
  if (subject.startsWith(text)) return 1
  if (subject.includes(text))
    return (subject.match(wordPattern) ?? []).some((word) => word.startsWith(text)) ? 2 : 3
  return words.every((word) => subject.includes(word)) ? 4 : 5
}

interface Shown {
  ticket: NamedRow
  reason: Reason | undefined
  words: readonly string[]
  isSimilar: boolean
}

export const toHit = ({ ticket, reason, words, isSimilar }: Shown): TicketHit => ({
  id: ticket.id,
  ticketNumber: mark(ticket.ticketNumber, words),
  subject: mark(ticket.subject, words),
  status: ticket.status,
  priority: ticket.priority,
  clientName: ticket.clientName,
  also: reason ?? null,
  isSimilar,
})

/** Sorts by rank; equal and similar ones newest first. */
export const best = (
  found: readonly NamedRow[],
  typed: Typed,
  isSimilar: boolean,
  limit: number,
): NamedRow[] =>
  found
    .map((ticket) => ({ ticket, rank: isSimilar ? 0 : rankOf(ticket, typed) }))
    .sort((a, b) => a.rank - b.rank || Date.parse(b.ticket.createdAt) - Date.parse(a.ticket.createdAt))
    .slice(0, limit)
    .map(({ ticket }) => ticket)
