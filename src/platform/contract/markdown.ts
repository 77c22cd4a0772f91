import { Lexer, Tokenizer, type MarkedToken, type Token, type Tokens } from 'marked'
import { isOneOf } from './narrowing.ts'

/** Longer or deeper texts are shown as typed: parsing them would block the page. */
const limits = { characters: 60_000, tokens: 5000, depth: 24, looked: 5_000_000 }

/** Each level recurses in the parser and costs it the whole line again. */
const deepLine = /^(?:[ \t]*(?:>|(?:[-*+]|\d{1,9}[.)])[ \t])){12}|^[ \t]{40,}(?:[-*+]|\d{1,9}[.)])[ \t]/m

/** True when these marks, each scanning the rest of its part, scan too much in total. */
const isLongRead = (parts: readonly string[], marks: RegExp) =>
  parts.some((part) => (part.match(marks)?.length ?? 0) * part.length > limits.looked)

/** Emphasis marks scan their paragraph for a closing mark, exclamation marks their word for a link. */
const isTooLong = (text: string) =>
  isLongRead(text.split(/\n[ \t]*\n/), /[*_~]/g) || isLongRead(text.split(/\s/), /!/g)

/** Characters of context around a mark; farther ones do not change its meaning. */
const lookAround = 200

/** Letters and signs of names, paths and formulas, in which no emphasis begins: `2*3*4`, `a/*b*`. */
const noBegin = /[\p{N}\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}\\/.=$%&+#@^<]$/u
/** The same for its end: `__init__.py`. */
const noEnd = /^[.:-]?[\p{N}\p{Script=Latin}\p{Script=Greek}\p{Script=Cyrillic}]|^[\\=$%&+#@^]\S/u

/** A web address ends before trailing signs, the only end in languages without spaces. Dashes, apostrophes and brackets may be inside. */
const address =
  /^(?:\p{ASCII}|[^\p{P}\uFF5E]|(?<=[\p{L}\p{N}])[\u2010-\u2013\u2019\u00B7](?=[\p{L}\p{N}])|(?<=[/_=-])[\p{Ps}\p{Pi}][^\p{P}]+[\p{Pe}\p{Pf}])+/u

const reference = /&#(?:\d{1,7}|x[\da-f]{1,6});/gi
/** Text that is no list: a plus before a number, and unusual numbers such as `01.` and `1. 2.`. */
const noList = /^ {0,3}(?:\+[ \t]+[\d(]|0\d+[.)][ \t]|\d{1,9}[.)][ \t]+\d{1,9}[.)](?:\s|$))/

/** Reads Markdown leniently: paths keep their backslashes, and marks within words, formulas, phone numbers and mail lines are text. */
class PlainTokenizer extends Tokenizer {
  whole = ''

  #before(rest: string): string {
    const at = this.whole.length - rest.length
    return this.whole.slice(Math.max(0, at - lookAround), at)
  }

  /** Hides a backslash that escapes a mark; any other, as in paths, stays visible. */
  override escape(src: string): Tokens.Escape | undefined {
    const token = super.escape(src)
    if (!token) return undefined
    return isEscape(this.#before(src), token.text, src.slice(2, 2 + lookAround))
      ? token
      : { ...token, text: token.raw }
  }

  override emStrong(src: string, maskedSrc: string, prevChar = ''): Tokens.Em | Tokens.Strong | undefined {
    const token = super.emStrong(src, maskedSrc, prevChar)
    return token && this.#isEmphasis(src, token) ? token : undefined
  }

  override del(src: string, maskedSrc: string, prevChar = ''): Tokens.Del | undefined {
    const token = super.del(src, maskedSrc, prevChar)
    return token?.raw.startsWith('~~') && this.#isEmphasis(src, token) ? token : undefined
  }

  #isEmphasis(src: string, { raw, text }: Tokens.Em | Tokens.Strong | Tokens.Del): boolean {
    const [before, after] = [this.#before(src), src.slice(raw.length, raw.length + 3)]
    const sign = raw.charAt(0)
    return !(
      before.endsWith(sign) ||
      after.startsWith(sign) ||
      noBegin.test(before) ||
      noEnd.test(after) ||
      /^[\\/]|[\\/]$/.test(text)
    )
  }

  /** A backslash at the end of a line belongs to a path: lines break as typed. */
  override br(src: string): Tokens.Br | undefined {
    return src.startsWith('\\') ? undefined : super.br(src)
  }

  override url(src: string): Tokens.Link | undefined {
    const token = super.url(src)
    const [found = ''] = address.exec(token?.raw ?? '') ?? []
    return found === token?.raw ? token : super.url(found)
  }

  /** Decodes numeric character references; other text after an ampersand stays as typed. */
  override inlineText(src: string): Tokens.Text | undefined {
    const token = super.inlineText(src)
    return (
      token && {
        ...token,
        text: token.raw.replaceAll(
          reference,
          (one) => super.inlineText(one)?.text.replace('&amp;', '&') ?? one,
        ),
      }
    )
  }

  override list(src: string): Tokens.List | undefined {
    return noList.test(src) ? undefined : super.list(src)
  }

  /** Only `#` makes a heading: underlined text is a signature or a pasted mail. */
  override lheading(): undefined {}

  override hr(src: string): Tokens.Hr | undefined {
    const isUnderlined = isOneOf(['paragraph', 'text'], this.lexer.state.lastToken?.type)
    return isUnderlined ? undefined : super.hr(src)
  }
}

const path = /(?:^|\s)["'(]?(?:[a-z]:|\S*\\[\p{L}\p{N}])\S*$/iu
const beginOfLine = /(?:^|\n)[ \t]*$/

/** True when the backslash between these escapes the sign. */
function isEscape(before: string, sign: string, after: string): boolean {
  if (beginOfLine.test(before) && /[#>+-]/.test(sign)) return /^[#>+\s-]/.test(after)
  if (/\d/.test(before) && /(?:^|\n)[ \t]*\d{1,9}$/.test(before) && /[.)]/.test(sign))
    return /^\s/.test(after)
  if (sign === '[') return /^[^\]]*\\?\][([]/.test(after)
  if (sign === ']') return /^[([]/.test(after) && before.includes('\\[')
  if (!/[*_`~]/.test(sign) || path.test(before)) return false
  const own = `\\${sign}`
  const opens = !noBegin.test(before) && /^\S/.test(after)
  // It opens emphasis only if a closing mark follows.
  if (opens) return new RegExp(String.raw`[^\s\\]\\?[${sign}](?![\p{L}\p{N}])`, 'u').test(after)
  return /\S$/.test(before) && !noEnd.test(after) && before.includes(own)
}

class PlainLexer extends Lexer {
  readonly #reader: PlainTokenizer

  constructor() {
    const reader = new PlainTokenizer()
    super({ gfm: true, tokenizer: reader })
    this.#reader = reader
  }

  #within<T>(whole: string, read: () => T): T {
    const outer = this.#reader.whole
    this.#reader.whole = whole
    try {
      return read()
    } finally {
      this.#reader.whole = outer
    }
  }

  override inlineTokens(src: string, tokens?: Token[]): Token[] {
    return this.#within(src, () => super.inlineTokens(src, tokens))
  }
}

const blockTypes = [
  'blockquote',
  'checkbox',
  'code',
  'heading',
  'hr',
  'list',
  'paragraph',
  'space',
  'table',
  'text',
] as const
export type BlockToken = Extract<MarkedToken, { type: (typeof blockTypes)[number] }>
export const isBlock = (token: Token): token is BlockToken => isOneOf(blockTypes, token.type)

const spanTypes = [
  'br',
  'checkbox',
  'codespan',
  'del',
  'em',
  'escape',
  'image',
  'link',
  'strong',
  'text',
] as const
export type SpanToken = Extract<MarkedToken, { type: (typeof spanTypes)[number] }>
export const isSpan = (token: Token): token is SpanToken => isOneOf(spanTypes, token.type)

const childrenOf = (token: Token): Token[] => {
  if (isBlock(token) && token.type === 'list') return token.items
  if (isBlock(token) && token.type === 'table')
    return [token.header, ...token.rows].flat().flatMap((cell) => cell.tokens)
  return 'tokens' in token ? (token.tokens ?? []) : []
}

function isBounded(tokens: readonly Token[]): boolean {
  let left = limits.tokens
  const walk = (some: readonly Token[], depth: number): boolean =>
    depth <= limits.depth &&
    (left -= some.length) >= 0 &&
    some.every((one) => walk(childrenOf(one), depth + 1))
  return walk(tokens, 0)
}

/** Parses a text as Markdown. @returns undefined for a text that would take too long: it is shown as it is */
export function readMarkdown(text: string): Token[] | undefined {
  if (text.length > limits.characters || deepLine.test(text) || isTooLong(text)) return undefined
  try {
    const tokens = new PlainLexer().lex(text)
    return isBounded(tokens) ? tokens : undefined
  } catch {
    return undefined
  }
}

/** Reads a Markdown text without its marks, on one line. */
export function wordsOfMarkdown(text: string): string {
  const read = (tokens: readonly Token[], isLine: boolean): string =>
    tokens
      .map((token) => {
        const inner = childrenOf(token)
        const own = 'text' in token && typeof token.text === 'string' ? token.text : ' '
        const holdsLine = isLine || isOneOf(['heading', 'paragraph', 'text'], token.type)
        return inner.length > 0 ? read(inner, holdsLine) : own
      })
      .join(isLine ? '' : ' ')
  const tokens = readMarkdown(text)
  return (tokens ? read(tokens, false) : text).replaceAll(/\s+/g, ' ').trim()
}

/** Allows web and mail links; any other is text. */
export function safeHref(href: string): string | undefined {
  if (!URL.canParse(href)) return undefined
  return ['http:', 'https:', 'mailto:'].includes(new URL(href).protocol) ? href : undefined
}

class LinkTokenizer extends PlainTokenizer {
  override escape(): undefined {}
  override tag(): undefined {}
  override link(): undefined {}
  override reflink(): undefined {}
  override emStrong(): undefined {}
  override codespan(): undefined {}
  override br(): undefined {}
  override del(): undefined {}
}

export interface TextPart {
  text: string
  href?: string
}

/** Finds the addresses in a plain text as `readMarkdown` does; together the parts are the text as it was typed. */
export function readLinks(text: string): TextPart[] {
  const tokens = new Lexer({ gfm: true, tokenizer: new LinkTokenizer() }).inlineTokens(text)
  return tokens.reduce<TextPart[]>((parts, token) => {
    const href = isSpan(token) && token.type === 'link' ? safeHref(token.href) : undefined
    const last = parts.at(-1)
    if (href !== undefined) parts.push({ text: token.raw, href })
    else if (last && last.href === undefined) last.text += token.raw
    else parts.push({ text: token.raw })
    return parts
  }, [])
}

/** Finds the number of a list's first item, and those of items out of sequence. */
export function numbersOf({ start, items }: Tokens.List): { first: number; leaps: (number | undefined)[] } {
  const first = start === '' ? 1 : start
  let next = first
  const leaps = items.map(({ raw }, at) => {
    const number = Number(/^\s*(\d{1,9})[.)]/.exec(raw)?.[1] ?? next)
    const isLeap = at > 0 && number > next
    next = (isLeap ? number : next) + 1
    return isLeap ? number : undefined
  })
  return { first, leaps }
}
