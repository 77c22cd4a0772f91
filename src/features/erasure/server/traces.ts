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
const between = String.raw`(?:[\s,._+\-]|%20|\\[nrt]){1,3}`
const literal = (text: string) => text.replaceAll(/[$()*+./?[\\\]^{|}]/g, String.raw`\$&`)

/** As people write it, and as it stands in the query of an address. */
const addressPattern = (address: string) =>
  literal(address)
    .replace('@', '(?:@|%40)')
    .replaceAll(String.raw`\+`, String.raw`(?:\+|%2b)`)

/** Letters outside of ASCII as the query of an address has them. */
const decoded = (text: string) =>
  text.replaceAll(/(?:%[89a-f][0-9a-f])+/gi, (bytes) => {
    try {
      return decodeURIComponent(bytes)
    } catch {
      return bytes
    }
  })

/** For comparison: also with the two spellings of ß as one, and of an apostrophe. */
const folded = (text: string) => searchable(text).replaceAll('ß', 'ss').replaceAll(/[‘’]/g, "'")

const wordsOf = (name: string) =>
  folded(name)
    .split(/(?:[\s,._+-]|%20)+/)
    .filter(Boolean)

/** Whatever order they stand in. */
const sameOf = (name: string) => wordsOf(name).toSorted().join(' ')

/** How one of the two readers of a pattern is told of a letter: with or without accents, and in both normal forms. */
interface Dialect {
  ascii(letter: string): string
  /** Of a part that has no ASCII in its folded form; each of its letters may be folded to several, and have accents by themselves. */
  others(part: string): string
  /** Written as one letter or as two. */
  sharpS: string
}

/** Finds more than it needs to, also as the query of an address has it. */
const postgres: Dialect = {
  ascii: (letter) => String.raw`(?:${literal(letter)}|[^\u0001-\u007f]|%[0-9a-f][0-9a-f])+`,
  others: () => String.raw`(?:[^\u0001-\u007f]|%[0-9a-f][0-9a-f])+`,
  sharpS: String.raw`(?:s|[^\u0001-\u007f]|%[0-9a-f][0-9a-f])+`,
}

/**
 * Beyond ASCII, but for the blocks of punctuation and symbols: no quotation mark is taken for a letter. Ranges, and no property or flag for case, for
 * what hundreds of letters would each bring takes seconds to be compiled. Accents are left to `marks`: what both could take would be tried in every way.
 */
const otherLetter = String.raw`[^\u0000-\u00a9\u00ab-\u00b9\u00bb-\u00bf\u0300-\u036f\u2000-\u2bff\u2e00-\u2e7f\u3000-\u303f\ufe30-\ufe4f\uff00-\uff0f]`
const marks = String.raw`[\u0300-\u036f]*`
/** Stand within names, and are looked for only in those that have one. */
const joiners = String.raw`[\u00b7\u200c\u200d\u2010-\u2015]`
const isOfLetters = new RegExp(`^${otherLetter}+$`, 'u')

function eitherCase(letter: string): string {
  if (letter === "'") return "['‘’]"
  return /^[a-z]$/.test(letter) ? `[${letter}${letter.toUpperCase()}]` : literal(letter)
}
const ascii = (letter: string) => `(?:${eitherCase(letter)}|${otherLetter})${marks}`
const javascript: Dialect = {
  ascii,
  others(part) {
    const letter = isOfLetters.test(part) ? otherLetter : `(?:${otherLetter}|${joiners})`
    return `(?:${letter}${marks}){1,${4 * part.length}}`
  },
  sharpS: `(?:${ascii('s')}${ascii('s')}|${otherLetter})`,
}

const wordPattern = (word: string, dialect: Dialect) =>
  (word.match(/ss|\P{ASCII}+|\p{ASCII}/gu) ?? [])
    .map((part) => {
      if (part === 'ss') return dialect.sharpS
      return /^\p{ASCII}/u.test(part) ? dialect.ascii(part) : dialect.others(part)
    })
    .join('')

/** Both orders, for lists say "Berg, Ada". */
function namePatterns(name: string, dialect: Dialect): string[] {
  const words = wordsOf(name)
  if (words.length < 2 || words.join('').length < fewestLetters) return []
  const [first = '', ...others] = words
  return [words, [...others, first]].map((order) =>
    order.map((word) => wordPattern(word, dialect)).join(between),
  )
}

function numberPattern(number: string): string[] {
  const digits = number.replaceAll(/\D/g, '')
  if (digits.length < fewestDigits) return []
  return [String.raw`(?:\+|00)?${Array.from(digits).join(String.raw`[\s\(\).\/\-]*`)}`]
}

const notAfterWord = String.raw`(?<![\p{L}\p{N}])`
const notBeforeWord = String.raw`(?![\p{L}\p{N}])`
/** Where a longer address, which is another one's, does not begin or go on. */
const addressEdges = [
  notAfterWord + String.raw`(?<![\p{L}\p{N}][._+\-])`,
  notBeforeWord + String.raw`(?![.\-][\p{L}\p{N}])`,
] as const
const numberEdges = [notAfterWord, String.raw`(?!\p{N})`] as const
const nameEdges = [notAfterWord, notBeforeWord] as const

type Meant = (found: string) => boolean

/** What is found of some patterns between such edges, and whether it is what was meant. */
interface Sought {
  expression: RegExp
  isMeant: Meant
}

const always: Meant = () => true

function sought(
  patterns: readonly string[],
  [before, after]: readonly [string, string],
  flags = 'giu',
  isMeant = always,
): Sought {
  const source = patterns.length === 0 ? '(?!)' : `${before}(?:${patterns.join('|')})${after}`
  return { expression: new RegExp(source, flags), isMeant }
}

/** A pattern takes any accent for any other; whether it is one of these names is seen in its folded form. */
function soughtNames(names: readonly string[]): Sought {
  const meant = new Set(names.map(sameOf))
  const patterns = names.flatMap((name) => namePatterns(name, javascript))
  return sought(patterns, nameEdges, 'gu', (found) => meant.has(sameOf(found)))
}

/** Changes what is meant, and what stands between as `otherwise` says. */
function replaceMeant(
  text: string,
  { expression, isMeant }: Sought,
  replace: (found: string) => string,
  otherwise: (between: string) => string = (same) => same,
): string {
  let changed = ''
  let from = 0
  expression.lastIndex = 0
  for (let found = expression.exec(text); found; found = expression.exec(text)) {
    const [words] = found
    // What is meant may begin within what is not; between the halves of a character nothing begins.
    if (isMeant(words)) {
      changed += otherwise(text.slice(from, found.index)) + replace(words)
      from = found.index + words.length
    } else expression.lastIndex = found.index + (words.codePointAt(0)! > 0xffff ? 2 : 1)
  }
  return changed + otherwise(text.slice(from))
}

const isAddress = (text: string) => text.includes('@')
const isNumber = (text: string) => text.startsWith('+')

/** @returns undefined where there is nothing that could be looked for */
export function tracesOf(
  { names, emails, numbers, others = [] }: KnownBy,
  words: ErasedWords,
): Traces | undefined {
  const ofAddresses = emails.map(addressPattern)
  const ofNumbers = numbers.flatMap(numberPattern)
  const all = [...ofAddresses, ...ofNumbers, ...names.flatMap((name) => namePatterns(name, postgres))]
  if (all.length === 0) return undefined
  const address = sought(ofAddresses, addressEdges)
  const number = sought(ofNumbers, numberEdges)
  const name = soughtNames(names)
  const ofOthers = [
    sought(others.filter(isAddress).map(addressPattern), addressEdges),
    sought(others.filter(isNumber).flatMap(numberPattern), numberEdges),
    soughtNames(others.filter((one) => !isAddress(one) && !isNumber(one))),
  ]
  const eraseOwn = (text: string) => {
    const reached = replaceMeant(text, address, () => words.text)
    const called = replaceMeant(reached, number, () => words.text)
    return replaceMeant(called, name, () => words.person)
  }
  // What another is called or reached by stays whole, though this person's stands in it.
  const beside = ofOthers.reduce<(text: string) => string>(
    (rest, kept) => (text) => replaceMeant(text, kept, (found) => found, rest),
    eraseOwn,
  )
  function erase(text: string): string {
    const erased = beside(text)
    const plain = decoded(erased)
    const again = plain === erased ? plain : beside(plain)
    return again === plain ? erased : again
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
