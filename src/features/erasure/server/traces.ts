import { searchable } from '#platform/contract/searchable.ts'
import type { KnownBy } from '#tables/erasures.ts'

/** What stands in the place of what was erased. */
export interface ErasedWords {
  /** For a text, an address or a number. */
  text: string
  /** For a name. */
  person: string
}

/** What tells of a person in the texts of others. */
export interface Traces {
  /** A regular expression of PostgreSQL, for `~*`: every text that has a trace is found, and some that have none. */
  pattern: string
  /** The text without them. */
  erase(text: string): string
  /** Whether it has any. */
  isIn(text: string): boolean
}

/** Fewer digits than those of any number that can be called from abroad would be found in other numbers. Source: ITU-T E.164. */
const fewestDigits = 7
/** Shorter names stand in too many texts that tell of something else. */
const fewestLetters = 5

/** Also as an address' query and JSON have it. */
const between = String.raw`(?:[\s,._+-]|%20|\\[nrt]){1,3}`
const literal = (text: string) => text.replaceAll(/[$()*+./?[\\\]^{|}]/g, String.raw`\$&`)

/** As people write it, and as it stands in the query of an address. */
const addressPattern = (address: string) =>
  literal(address)
    .replace('@', '(?:@|%40)')
    .replaceAll(String.raw`\+`, String.raw`(?:\+|%2b)`)

/** With or without accents, and in both normal forms. */
const letterPattern = (letter: string) =>
  /[\u0080-\u{10ffff}]/u.test(letter)
    ? String.raw`[^\u0001-\u007f]+`
    : String.raw`(?:${literal(letter)}|[^\u0001-\u007f])[\u0300-\u036f]*`
const wordPattern = (word: string) => Array.from(word, letterPattern).join('')

const wordsOf = (name: string) =>
  searchable(name)
    .split(/(?:[\s,._+-]|%20)+/)
    .filter(Boolean)

/** Both orders, for lists say "Berg, Ada". */
function namePatterns(name: string): string[] {
  const words = wordsOf(name)
  if (words.length < 2 || words.join('').length < fewestLetters) return []
  const [first = '', ...others] = words
  return [words, [...others, first]].map((order) => order.map(wordPattern).join(between))
}

function numberPattern(number: string): string[] {
  const digits = number.replaceAll(/\D/g, '')
  if (digits.length < fewestDigits) return []
  return [String.raw`(?:\+|00)?${Array.from(digits).join(String.raw`[\s()./-]*`)}`]
}

const notAfterWord = String.raw`(?<![\p{L}\p{N}])`
const notBeforeWord = String.raw`(?![\p{L}\p{N}])`
/** Where a longer address, which is another one's, does not begin or go on. */
const addressEdges = [
  notAfterWord + String.raw`(?<![\p{L}\p{N}][._+-])`,
  notBeforeWord + String.raw`(?![.-][\p{L}\p{N}])`,
] as const

/** Any of these between such edges; nothing at all where there are none. */
const anyOf = (patterns: readonly string[], [before, after]: readonly [string, string]) =>
  patterns.length === 0 ? /(?!)/gu : new RegExp(`${before}(?:${patterns.join('|')})${after}`, 'giu')

/** @returns undefined where there is nothing that could be looked for */
export function tracesOf({ names, emails, numbers }: KnownBy, words: ErasedWords): Traces | undefined {
  const ofNames = names.flatMap(namePatterns)
  const ofAddresses = emails.map(addressPattern)
  const ofNumbers = numbers.flatMap(numberPattern)
  const all = [...ofAddresses, ...ofNumbers, ...ofNames]
  if (all.length === 0) return undefined
  const isName = new Set(names.map((name) => wordsOf(name).toSorted().join(' ')))
  const address = anyOf(ofAddresses, addressEdges)
  const number = anyOf(ofNumbers, [notAfterWord, String.raw`(?!\p{N})`])
  const name = anyOf(ofNames, [notAfterWord, notBeforeWord])
  function erase(text: string): string {
    const reached = text.replaceAll(address, () => words.text).replaceAll(number, () => words.text)
    // The pattern takes any accent for any other; whether it is this name is seen in its folded form.
    return reached.replaceAll(name, (found) =>
      isName.has(wordsOf(found).toSorted().join(' ')) ? words.person : found,
    )
  }
  return { pattern: all.join('|'), erase, isIn: (text) => erase(text) !== text }
}

/** A value of JSON without the traces in its texts; its keys stay. */
export function eraseIn(value: unknown, erase: (text: string) => string): unknown {
  if (typeof value === 'string') return erase(value)
  if (Array.isArray(value)) return value.map((one) => eraseIn(one, erase))
  if (typeof value === 'object' && value !== null && Object.getPrototypeOf(value) === Object.prototype)
    return Object.fromEntries(Object.entries(value).map(([key, one]) => [key, eraseIn(one, erase)]))
  return value
}
