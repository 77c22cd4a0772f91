/**
 * Marks beyond what any script puts on one letter, also those that become marks by folding. Sorting them into their normal order takes
 * time by the square of their number: a mebibyte of them would hold up everybody for minutes. Source: Unicode UAX #15, stream-safe text.
 */
const endlessMarks = /([\p{M}\u{FF9E}\u{FF9F}]{30})[\p{M}\u{FF9E}\u{FF9F}]+/gu

/** Well-formed text in a Unicode normal form; takes time in proportion to its length, whatever it holds. */
export const normalForm = (value: string, form: 'NFC' | 'NFKC' | 'NFKD'): string =>
  value.toWellFormed().replaceAll(endlessMarks, '$1').normalize(form)

const letters = (normal: string) => normal.replaceAll(/\p{M}/gu, '')

/**
 * The form in which text is stored for contain-matching and in which a search is compared with it: case and accents
 * folded, white space single. Done here and not in SQL because the two databases fold differently. Text of nothing but accents keeps
 * them, or all such texts would be the same.
 */
export function searchable(...parts: (string | null | undefined)[]): string {
  const whole = normalForm(parts.filter(Boolean).join('\n'), 'NFKD')
  return (letters(whole) || whole).toLowerCase().replaceAll(/[^\S\n]+/g, ' ')
}

export interface Folded {
  text: string
  /** Where in the written text the letter stands that each character of it was made from. */
  from: readonly number[]
}

const plain = /^[\x20-\x7e]*$/
const isSpace = /[^\S\n]/

/** The same form of one text, with the way back to it: letter by letter, so slower. */
export function searchableWithPlaces(written: string): Folded {
  const text = searchable(written)
  if (plain.test(written) && text.length === written.length)
    return { text, from: Array.from(text, (_, at) => at) }
  const from: number[] = []
  let at = 0
  let isAfterSpace = false
  for (const letter of written) {
    for (const character of letters(letter.toWellFormed().normalize('NFKD'))) {
      const isDropped = isAfterSpace && isSpace.test(character)
      isAfterSpace = isSpace.test(character)
      if (!isDropped) for (let unit = 0; unit < character.length; unit++) from.push(at)
    }
    at += letter.length
  }
  // Of nothing but accents, which are kept and put in order: each is made from all of them.
  return { text, from: from.length > 0 ? from : Array.from({ length: text.length }, () => 0) }
}

/** A piece of a LIKE pattern that matches exactly this text: `%`, `_` and `\` mean themselves. */
export const escapeLike = (text: string): string => text.replaceAll(/[\\%_]/g, String.raw`\$&`)

/** A LIKE pattern that finds exactly what was typed, wherever it stands. */
export const containing = (typed: string): string => `%${escapeLike(searchable(typed))}%`

const opening = /^[\p{Ps}\p{Pi}\p{Pf}"'`<#¿¡]+/u
const closing = /[\p{Pe}\p{Pi}\p{Pf}"'`>,.;:!?…、。]+$/u

/**
 * What was typed, folded, as the pieces that each have to stand in a text. Signs around a word or a number do not count, such as quotes,
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
