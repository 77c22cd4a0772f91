import type { Viewer } from '#features/users/contract.ts'
import { searchable, wordPattern } from '#platform/contract/searchable.ts'
import type { Database } from '#platform/server/database/query-builder.ts'
import { findAtWorkWithAny } from './at-work.ts'
import type { SimilarTicket } from '../contract.ts'

const mostWords = 8
/** Shorter ones, such as "the" and "and", stand in every subject. */
const shortestWord = 4
const mostShown = 3

/** Prefix shared by related words: "printer" and "printers", "fails" and "failing". */
const stemOf = (word: string) => word.slice(0, Math.max(shortestWord, word.length - 2))

const wordsIn = (text: string) => searchable(text).match(wordPattern) ?? []

function compare(stems: readonly string[], subject: string) {
  const words = wordsIn(subject)
  const shared = stems.filter((stem) => words.some((word) => word.startsWith(stem))).length
  return { shared, more: words.length - shared }
}

/** Finds visible unfinished tickets that share at least half of the subject's words. */
export async function findSimilar(db: Database, viewer: Viewer, subject: string): Promise<SimilarTicket[]> {
  const words = wordsIn(subject).filter((word) => word.length >= shortestWord)
  const stems = [...new Set(words.map(stemOf))].slice(0, mostWords)
  if (stems.length === 0) return []
  const found = await findAtWorkWithAny(db, viewer, stems)
  return found
    .map((ticket) => ({ ticket, ...compare(stems, ticket.subject) }))
    .filter(({ shared }) => shared * 2 >= stems.length)
    .toSorted((one, other) => other.shared - one.shared || one.more - other.more)
    .slice(0, mostShown)
    .map(({ ticket: { id, ticketNumber, subject, status } }) => ({ id, ticketNumber, subject, status }))
}
