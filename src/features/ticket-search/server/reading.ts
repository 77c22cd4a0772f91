import { hash } from 'node:crypto'
import { wordPattern } from '#platform/contract/searchable.ts'

/** In letters; longer words are kept in pieces that overlap, so that every part of half this length lies within one. */
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

/** The number of each ticket begins with it, so it is no help in finding, and is not kept. */
export const inEveryNumber = 'tkt'

/** The different words of a folded text, in order. */
export function wordsIn(text: string): string[] {
  const found = new Set<string>()
  for (const [word] of text.matchAll(wordPattern)) for (const piece of piecesOf(word)) found.add(piece)
  found.delete(inEveryNumber)
  return [...found].toSorted()
}

const periodMs = 30 * 24 * 60 * 60 * 1000
/** The same in SQL. */
export const periodSeconds = periodMs / 1000

/** Texts are indexed by periods of time, so that the newest are found without reading the others. */
export const periodOf = (createdAt: Date): number => Math.max(0, Math.floor(createdAt.getTime() / periodMs))

export const keyBits = 48

/** Most words are said again and again, and a hash takes a microsecond. */
const mostRemembered = 10_000
const remembered = new Map<string, number>()

/**
 * A word as a number of 48 bits; below the number of the period it makes a key. That two words of one desk share it is less likely than
 * one in a hundred, and would let a search find one ticket too many.
 */
export function wordKey(word: string): number {
  const known = remembered.get(word)
  if (known !== undefined) return known
  if (remembered.size >= mostRemembered) remembered.clear()
  const key = hash('sha1', word, 'buffer').readUIntBE(0, keyBits / 8)
  // A copy: what was cut out of a text holds all of it in memory.
  remembered.set(Buffer.from(word).toString(), key)
  return key
}

/** What a word of a text must look like: a LIKE pattern, or, without `%`, the word itself. */
export interface SearchedWord {
  letters: string
  /** Whether more letters may stand before and after. */
  opens: { left: boolean; right: boolean }
}

export interface TypedSearch {
  /** Each has to be contained in the text. */
  pieces: readonly string[]
  /** What the words of the text must look like for that. */
  parts: readonly SearchedWord[]
  /** The pieces of which the words alone do not say that they are contained. */
  unsure: readonly string[]
}

function readPiece(piece: string): { parts: SearchedWord[]; isSure: boolean } {
  const runs = [...piece.matchAll(wordPattern)]
  const parts = runs.map(({ 0: word, index }): SearchedWord => {
    const letters = Array.from(word)
    if (letters.length > longestPart)
      return { letters: letters.slice(0, longestPart).join(''), opens: { left: true, right: true } }
    const opens = { left: index === 0, right: index + word.length === piece.length }
    return { letters: word, opens }
  })
  return { parts, isSure: parts[0]?.letters === piece }
}

/** @param pieces folded by `searchable`; each has to be contained in a text as it is, in any order */
export function readSearch(pieces: readonly string[]): TypedSearch {
  const read = pieces.map((piece) => ({ piece, ...readPiece(piece) }))
  return {
    pieces,
    parts: read.flatMap(({ parts }) => parts),
    unsure: read.flatMap(({ piece, isSure }) => (isSure ? [] : [piece])),
  }
}
