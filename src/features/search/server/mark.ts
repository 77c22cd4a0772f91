import { searchable, searchableWithPlaces } from '#platform/contract/searchable.ts'
import type { Marked } from '../contract.ts'

const startsWord = (text: string, at: number) => at === 0 || !/[\p{L}\p{M}\p{N}]/u.test(text.charAt(at - 1))

/** Where a word stands in a folded text: at the beginning of a word when it does so anywhere. */
function placesOf(text: string, word: string): number[] {
  const places: number[] = []
  for (let at = text.indexOf(word); at >= 0 && places.length < 50; at = text.indexOf(word, at + word.length))
    places.push(at)
  const atStart = places.filter((at) => startsWord(text, at))
  return atStart.length > 0 ? atStart : places
}

/** The words' places in a text, in order and joined where they touch. */
export function mark(written: string, words: readonly string[]): Marked {
  const { text, from } = searchableWithPlaces(written)
  const end = (at: number) => from[at] ?? written.length
  const found = words
    .flatMap((word) => placesOf(text, word).map((at): [number, number] => [end(at), end(at + word.length)]))
    .sort(([one], [other]) => one - other)
  const marks: [number, number][] = []
  for (const [start, stop] of found) {
    const last = marks.at(-1)
    if (last && start <= last[1]) last[1] = Math.max(last[1], stop)
    else if (stop > start) marks.push([start, stop])
  }
  return { text: written, marks }
}

/** How far a text is looked through; longer ones are not written by people. */
const lookedThrough = 60_000
/** How much of a text is folded letter by letter, which is slow. */
const pieceLength = 2000
/** A word across the border of two pieces is found in the second one, which begins this much earlier. */
const overlap = 300

export interface Piece {
  text: string
  /** Whether something of the text comes before and after it. */
  isCutBefore: boolean
  isCutAfter: boolean
}

/** The first piece of a text, of at most 2,300 characters, that has one of the words; undefined when none has. */
export function pieceWith(written: string, words: readonly string[]): Piece | undefined {
  const end = Math.min(written.length, lookedThrough)
  for (let from = 0; from < end; from += pieceLength - overlap) {
    const looked = searchable(written.slice(from, from + pieceLength).toWellFormed())
    if (!words.some((word) => looked.includes(word))) continue
    const to = from + pieceLength + overlap
    return {
      text: written.slice(from, to).toWellFormed(),
      isCutBefore: from > 0,
      isCutAfter: to < written.length,
    }
  }
  return undefined
}

const [before, most] = [40, 140]

/** The part of a text around the first of the words, on one line. */
export function excerpt({ text, isCutBefore, isCutAfter }: Piece, words: readonly string[]): Marked {
  const line = text.replaceAll(/\s+/g, ' ').trim()
  const [first = [0, 0]] = mark(line, words).marks
  const wanted = Math.max(0, first[0] - before)
  const start = wanted === 0 ? 0 : Math.max(line.indexOf(' ', wanted) + 1, 0) || wanted
  const from = start > first[0] ? wanted : start
  const stop = Math.min(line.length, from + most)
  const part = line.slice(from, stop).toWellFormed().trim()
  return mark(
    `${from > 0 || isCutBefore ? '…' : ''}${part}${stop < line.length || isCutAfter ? '…' : ''}`,
    words,
  )
}
