import { searchable, searchableWithPlaces } from '#platform/contract/searchable.ts'
import type { Marked } from '../../contract.ts'

const startsWord = (text: string, at: number) => at === 0 || !/[\p{L}\p{M}\p{N}]/u.test(text.charAt(at - 1))

/** Finds a word, preferring matches at the beginning of a word. */
function placesOf(text: string, word: string): number[] {
  const places: number[] = []
  for (let at = text.indexOf(word); at >= 0 && places.length < 50; at = text.indexOf(word, at + word.length))
    places.push(at)
  const atStart = places.filter((at) => startsWord(text, at))
  return atStart.length > 0 ? atStart : places
}

/** Marks the words in order, joining adjacent marks. */
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

/** Searched length of a text; people write no longer ones. */
const lookedThrough = 60_000
/** Piece size: folding letter by letter is slow. */
const pieceLength = 2000
/** Overlap of pieces, for words across a border. */
const overlap = 300

export interface Piece {
  text: string
  isCutBefore: boolean
  isCutAfter: boolean
}

/** Finds the first piece with one of the words, at most 2,300 characters; undefined without a match. */
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
