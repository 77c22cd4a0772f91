import { hash } from 'node:crypto'
import { wordPattern } from '#platform/contract/searchable.ts'

/** In letters. Longer words are stored as overlapping pieces that contain each half-length part. */
const longestWord = 40
const longestPart = longestWord / 2

function* piecesOf(word: string): Generator<string> {
  if (word.length <= longestWord) return yield word
  const letters = Array.from(word)
  for (let at = 0; ; at += longestPart) {
    yield letters.slice(at, at + longestWord).join('')
    if (at + longestWord >= letters.length) return
  }
}

/** Prefix of all ticket numbers; not indexed, as it narrows nothing. */
export const inEveryNumber = 'tkt'

/** Distinct, in order. */
export function wordsIn(text: string): string[] {
  const found = new Set<string>()
  for (const [word] of text.matchAll(wordPattern)) for (const piece of piecesOf(word)) found.add(piece)
  found.delete(inEveryNumber)
  return [...found].toSorted()
}

const periodMs = 30 * 24 * 60 * 60 * 1000
export const periodSeconds = periodMs / 1000

/** Texts are indexed by period, so that the newest are found without the others. */
export const periodOf = (createdAt: Date): number => Math.max(0, Math.floor(createdAt.getTime() / periodMs))

export const keyBits = 48

/** Caches hashes of frequent words; one takes a microsecond. */
const mostRemembered = 10_000
const remembered = new Map<string, number>()

/** Hashes to 48 bits, the lower part of a key. A collision, below one percent per desk, adds a wrong hit. */
export function wordKey(word: string): number {
  const known = remembered.get(word)
  if (known !== undefined) return known
  if (remembered.size >= mostRemembered) remembered.clear()
  const key = hash('sha1', word, 'buffer').readUIntBE(0, keyBits / 8)
  // Copied: a slice would keep the whole text in memory.
  remembered.set(Buffer.from(word).toString(), key)
  return key
}

/** LIKE pattern for a word; without `%` the word itself. */
export interface SearchedWord {
  letters: string
  /** Allows more letters on that side. */
  opens: { left: boolean; right: boolean }
}

/** One word or phrase of a search. */
export interface TypedPiece {
  /** Folded; one text or name must contain it. */
  piece: string
  /** Patterns for the words of that text. */
  parts: readonly SearchedWord[]
  /** The words alone prove it. */
  isSure: boolean
}

/** @param piece folded by `searchable` */
export function readPiece(piece: string): TypedPiece {
  const runs = [...piece.matchAll(wordPattern)]
  const parts = runs.map(({ 0: word, index }): SearchedWord => {
    const letters = Array.from(word)
    if (letters.length > longestPart)
      return { letters: letters.slice(0, longestPart).join(''), opens: { left: true, right: true } }
    const opens = { left: index === 0, right: index + word.length === piece.length }
    return { letters: word, opens }
  })
  return { piece, parts, isSure: parts[0]?.letters === piece }
}
