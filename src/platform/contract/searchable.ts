/**
 * Marks beyond what any script puts on one letter, also those that become marks by folding. Sorting them into their normal order takes
 * time by the square of their number: a mebibyte of them would hold up everybody for minutes. Source: Unicode UAX #15, stream-safe text.
 */
const endlessMarks = /([\p{M}\u{FF9E}\u{FF9F}]{30})[\p{M}\u{FF9E}\u{FF9F}]+/gu

/** Well-formed text in a Unicode normal form; takes time in proportion to its length, whatever it holds. */
export const normalForm = (value: string, form: 'NFC' | 'NFKC' | 'NFKD'): string =>
  value.toWellFormed().replaceAll(endlessMarks, '$1').normalize(form)

/** Takes no room of its own: soft hyphens, joiners, marks of direction, variants of a sign. */
const invisible = /[\p{Cf}\p{Default_Ignorable_Code_Point}]+/gu

/** Drops whatever takes no room: for addresses, numbers and words that are compared. */
export const withoutInvisible = (value: string): string => value.replaceAll(invisible, '')

/** Also invisible alone: white space, controls, the braille pattern without dots. */
const unseen = /^[\s\p{Cc}\p{Cf}\p{Default_Ignorable_Code_Point}\u{2800}]*$/u

/** Text as it is stored: trimmed, NFC, well-formed; empty when nothing of it would be seen. */
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

/** Letters that have no decomposition, though people without them on the keyboard type the plain ones. */
const plainLetters = new Map(
  (
    'æae ðd œoe þth ⱥa ƀb ɓb ȼc đd ɗd ɇe ǥg ħh ɨi ɉj ꝁk ƙk łl ƚl ⱡl ꞥn øo ɵo ꝑp ᵽp ɍr ꞩs ŧt ⱦt ʉu ɏy ƴy ƶz ' +
    // A sigma at the end of a word is no other letter.
    'ςσ'
  )
    .split(' ')
    .map((pair) => [pair.slice(0, 1), pair.slice(1)]),
)
const unlike = new RegExp(`[${[...plainLetters.keys()].join('')}]`, 'gu')

/**
 * Marks after a letter of these scripts are accents or points that many leave out; after any other letter they are a part of it, such as
 * the vowel signs of India and the voicing marks of Japan.
 */
const marks =
  /(?<letter>[\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\p{Script=Hebrew}\p{Script=Arabic}\p{Script=Syriac}]|\P{L}|^)\p{M}+/gu

/** Upper case first makes one of all that Unicode folds to more than one letter, such as ß. */
const foldCase = (text: string) => text.toLowerCase().toUpperCase().toLowerCase()

/** ASCII but for the backtick: only its case is folded. */
const isPlain = /^[\t\n\x20-\x5f\x61-\x7e]*$/

/** Case, accents and signs folded; white space as it was. */
function fold(written: string): string {
  if (isPlain.test(written)) return written.toLowerCase()
  let text = withoutInvisible(written)
  for (const [signs, sign] of oneSign) text = text.replaceAll(signs, sign)
  text = normalForm(text, 'NFKD').replaceAll(marks, '$<letter>')
  return foldCase(text).replaceAll(unlike, (letter) => plainLetters.get(letter) ?? letter)
}

/**
 * The form in which text is stored for contain-matching and in which a search is compared with it: case, accents and typographic signs
 * folded, white space single. Done here and not in SQL because the two databases fold differently. Text of nothing else keeps its
 * accents and what cannot be seen, or all such texts would be the same.
 */
export function searchable(...parts: (string | null | undefined)[]): string {
  const whole = parts.filter(Boolean).join('\n')
  return (fold(whole) || normalForm(whole, 'NFKD')).replaceAll(/[^\S\n]+/g, ' ')
}

export interface Folded {
  text: string
  /** Where in the written text the letter stands that each character of it was made from. */
  from: readonly number[]
}

const plain = /^[\x20-\x7e]*$/
const isSpace = /[^\S\n]/
/** Changes the letter before it, or begins with what does in its normal form. */
const changesLetter = String.raw`\p{M}\p{Cf}\p{Default_Ignorable_Code_Point}\u{FF9E}\u{FF9F}\u{E33}\u{EB3}`
const letterWithMarks = new RegExp(`[^${changesLetter}]?[${changesLetter}]*`, 'gu')

/** The same form of one text, with the way back to it: letter by letter, so slower. */
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
  // A text of which folding leaves nothing is kept and put in order: each character is made from all of it.
  return { text, from: from.length > 0 ? from : Array.from({ length: text.length }, () => 0) }
}

/** A word of a folded text: what it is indexed and compared by. */
export const wordPattern = /[\p{L}\p{M}\p{N}]+/gu

/** A piece of a LIKE pattern that matches exactly this text: `%`, `_` and `\` mean themselves. */
export const escapeLike = (text: string): string => text.replaceAll(/[\\%_]/g, String.raw`\$&`)

/** A LIKE pattern that finds exactly what was typed, wherever it stands. */
export const containing = (typed: string): string => `%${escapeLike(searchable(typed))}%`

const opening = /^[\p{Ps}\p{Pi}\p{Pf}"'`<#¿¡]+/u
const closing = /[\p{Pe}\p{Pi}\p{Pf}"'`>,.;:!?…、。]+$/u

/**
 * Splits a typed text, folded, into the pieces that each have to stand in a text. Signs around a word or a number do not count, such as quotes,
 * brackets, a comma or the # of a number; where they stand, a piece ends. What is too short without them keeps them, such as `C:`.
 */
export function searchPieces(typed: string): string[] {
  const text = searchable(typed).trim()
  const pieces: string[] = []
  let isOpen = false
  for (const word of text.split(/\s+/)) {
    const behind = word.replace(opening, '')
    const core = behind.replace(closing, '')
    const kept = core.length === 1 ? word : core
    const isBegun = isOpen && (kept === word || behind === word)
    if (kept !== '' && isBegun) pieces.push(`${pieces.pop() ?? ''} ${kept}`)
    else if (kept !== '') pieces.push(kept)
    isOpen = kept !== '' && (kept === word || core === behind)
  }
  return pieces.length > 0 ? pieces : [text]
}

/** @returns whether a text has every word that was typed, in any order and wherever in a word */
export function wordsFinder(typed: string): (text: string) => boolean {
  const words = searchable(typed).split(/\s+/)
  return (text) => {
    const folded = searchable(text)
    return words.every((word) => folded.includes(word))
  }
}
