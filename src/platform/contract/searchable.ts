/**
 * Marks beyond the number that any script puts on one letter, also those that folding makes. Normalizing sorts them in quadratic time: a
 * mebibyte would block the server for minutes. Source: Unicode UAX #15, stream-safe text.
 */
const endlessMarks = /([\p{M}\u{FF9E}\u{FF9F}]{30})[\p{M}\u{FF9E}\u{FF9F}]+/gu

/** Normalizes well-formed text in linear time. */
export const normalForm = (value: string, form: 'NFC' | 'NFKC' | 'NFKD'): string =>
  value.toWellFormed().replaceAll(endlessMarks, '$1').normalize(form)

/** Zero-width characters: soft hyphens, joiners, direction marks, variation selectors. */
const invisible = /[\p{Cf}\p{Default_Ignorable_Code_Point}]+/gu

/** Drops zero-width characters from compared addresses, numbers and words. */
export const withoutInvisible = (value: string): string => value.replaceAll(invisible, '')

/** Also invisible alone: white space, controls, the braille pattern without dots. */
const unseen = /^[\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u{2800}]*$/u

/** Text as stored: trimmed, NFC, well-formed; empty when nothing of it is visible. */
export function asWritten(value: string): string {
  const text = normalForm(value, 'NFC').trim()
  return unseen.test(text) ? '' : text
}

/** Signs that keyboards, phones and word processors write for one another. */
const oneSign: readonly [RegExp, string][] = [
  [/['`´‘’‚‛ʹʻʼʽˈ′‵՚׳＇]/gu, "'"],
  [/[“”„‟″]/gu, '"'],
  [/[\p{Pd}−⁃˗]/gu, '-'],
]

/** Letters without decomposition, for which people type plain ones. */
const plainLetters = new Map(
  (
    'æae ðd œoe þth ⱥa ƀb ɓb ȼc đd ɗd ɇe ǥg ħh ɨi ɉj ꝁk ƙk łl ƚl ⱡl ꞥn øo ɵo ꝑp ᵽp ɍr ꞩs ŧt ⱦt ʉu ɏy ƴy ƶz ' +
    // A final sigma is the same letter.
    'ςσ'
  )
    .split(' ')
    .map((pair) => [pair.slice(0, 1), pair.slice(1)]),
)
const unlike = new RegExp(`[${[...plainLetters.keys()].join('')}]`, 'gu')

/**
 * After these scripts' letters, marks are accents or points that many leave out. After others they belong to the letter, such as Indian
 * vowel signs and Japanese voicing marks.
 */
const marks =
  /(?<letter>[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}]|\P{L}|^)\p{M}+/gu

/** Upper case first unifies letters that Unicode folds to several, such as ß. */
const foldCase = (text: string) => text.toLowerCase().toUpperCase().toLowerCase()

/** ASCII but for the backtick: only its case is folded. */
const isPlain = /^[\t\n\x20-\x5f\x61-\x7e]*$/

/** Folds case, accents and signs; keeps white space. */
function fold(written: string): string {
  if (isPlain.test(written)) return written.toLowerCase()
  let text = withoutInvisible(written)
  for (const [signs, sign] of oneSign) text = text.replaceAll(signs, sign)
  text = normalForm(text, 'NFKD').replaceAll(marks, '$<letter>')
  return foldCase(text).replaceAll(unlike, (letter) => plainLetters.get(letter) ?? letter)
}

/**
 * Folds text for contain-matching, stored and searched: case, accents, typographic signs, white space. Not in SQL, because the two
 * databases fold differently. Text of accents or invisible characters alone keeps them, or all such texts would match.
 */
export function searchable(...parts: (string | null | undefined)[]): string {
  const whole = parts.filter(Boolean).join('\n')
  return (fold(whole) || normalForm(whole, 'NFKD')).replaceAll(/[^\S\n]+/g, ' ')
}

export interface Folded {
  text: string
  /** Index of the source letter in the written text, for each character. */
  from: readonly number[]
}

const plain = /^[\x20-\x7e]*$/
const isSpace = /[^\S\n]/
/** Characters that modify the letter before them, also after normalization. */
const changesLetter = String.raw`\p{M}\p{Cf}\p{Default_Ignorable_Code_Point}\u{FF9E}\u{FF9F}\u{E33}\u{EB3}`
const letterWithMarks = new RegExp(`[^${changesLetter}]?[${changesLetter}]*`, 'gu')

/** Folds one text letter by letter, slower, with a map back to it. */
export function searchableWithPlaces(written: string): Folded {
  const text = searchable(written)
  if (plain.test(written) && text.length === written.length)
    return { text, from: Array.from(text, (_, at) => at) }
  const from: number[] = []
  let isAfterSpace = false
  for (const { 0: letter, index } of written.matchAll(letterWithMarks)) {
    for (const character of fold(letter)) {
      const isDropped = isAfterSpace && isSpace.test(character)
      isAfterSpace = isSpace.test(character)
      if (!isDropped) for (let unit = 0; unit < character.length; unit++) from.push(index)
    }
  }
  // Folding may leave nothing of a text: each character then maps to all of it.
  return { text, from: from.length > 0 ? from : Array.from({ length: text.length }, () => 0) }
}

export const wordPattern = /[\p{L}\p{M}\p{N}]+/gu

export const escapeLike = (text: string): string => text.replaceAll(/[\\%_]/g, String.raw`\$&`)

export const containing = (typed: string): string => `%${escapeLike(searchable(typed))}%`

const opening = /^[\p{Ps}\p{Pi}\p{Pf}"'`<#¿¡]+/u
const closing = /[\p{Pe}\p{Pi}\p{Pf}"'`>,.;:!?…、。]+$/u

/** A phrase between quotes, or a word; an inch sign behind a number quotes nothing. */
const phraseOrWord = /(?<![\p{L}\p{N}])"(?<phrase>[^"]+)"(?![\p{L}\p{N}])|[^\s"]+|"/gu

/** Drops quotes, brackets, commas or `#` around a word. Very short ones keep them, such as `C:`. */
function coreOf(word: string): string {
  const core = word.replace(opening, '').replace(closing, '')
  return core.length === 1 ? word : core
}

/**
 * Splits a typed search into folded pieces, all of which a thing must contain: single words, and phrases
 * that were typed in quotes.
 */
export function searchPieces(typed: string): string[] {
  const text = searchable(typed).trim()
  const pieces = [...text.matchAll(phraseOrWord)].map(
    ({ 0: word, groups }) =>
      groups?.['phrase']?.replaceAll(/\s+/g, ' ').trim() ?? (word === '"' ? '' : coreOf(word)),
  )
  const seen = [...new Set(pieces)].filter((piece) => piece !== '')
  return seen.length > 0 ? seen : [text]
}

/** @returns whether a text contains every typed word, in any order and anywhere in a word */
export function wordsFinder(typed: string): (text: string) => boolean {
  const words = searchable(typed).split(/\s+/)
  return (text) => {
    const folded = searchable(text)
    return words.every((word) => folded.includes(word))
  }
}
