import { i18n } from '#platform/contract/i18n.ts'
import { Lexer, type MarkedToken, type Token, type Tokens } from 'marked'
import { Fragment, type ReactNode } from 'react'
import { isOneOf } from '#platform/contract/narrowing.ts'
import { cn } from './cn.ts'

/** Beyond these a text is shown as it was typed: to read it would stop the page, or its tree would be endless. */
const limits = { characters: 60_000, tokens: 5000, depth: 24, emphasis: 5_000_000 }

/** The reader of Markdown calls itself for each level, and a level costs it the whole line again. */
const deepLine = /^(?:[ \t]*(?:>|(?:[-*+]|\d{1,9}[.)])[ \t])){12}|^[ \t]{40,}(?:[-*+]|\d{1,9}[.)])[ \t]/m

/** Every mark of emphasis may look through the rest of its paragraph for its other end. */
const isEmphatic = (text: string) =>
  text.split(/\n[ \t]*\n/).some((part) => (part.match(/[*_~]/g)?.length ?? 0) * part.length > limits.emphasis)

function read(text: string): Token[] | undefined {
  if (text.length > limits.characters || deepLine.test(text) || isEmphatic(text)) return undefined
  try {
    const tokens = new Lexer({ gfm: true }).lex(text)
    return isBounded(tokens) ? tokens : undefined
  } catch {
    return undefined
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
type BlockToken = Extract<MarkedToken, { type: (typeof blockTypes)[number] }>
const isBlock = (token: Token): token is BlockToken => isOneOf(blockTypes, token.type)

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
type SpanToken = Extract<MarkedToken, { type: (typeof spanTypes)[number] }>
const isSpan = (token: Token): token is SpanToken => isOneOf(spanTypes, token.type)

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

/** Where a link may lead; anything else is text. */
function safeHref(href: string): string | undefined {
  if (!URL.canParse(href)) return undefined
  return ['http:', 'https:', 'mailto:'].includes(new URL(href).protocol) ? href : undefined
}

interface Style {
  headingLevel: 3 | 4 | 5
  /** Names to highlight, such as "@Ada Berg". */
  names: readonly string[]
}

interface MarkdownTextProps extends Partial<Style> {
  text: string
  className?: string | undefined
}

/**
 * Text in Markdown as elements; of HTML nothing but the text. Line breaks stay as they were typed. What would take too long to read is
 * shown as it is.
 */
export function MarkdownText({ text, headingLevel = 4, names = [], className }: MarkdownTextProps) {
  const tokens = read(text)
  const style = { headingLevel, names }
  if (!tokens) return <p className={cn('markdown', className)}>{withNames(text, names)}</p>
  return <div className={cn('markdown', className)}>{blocks(tokens, style)}</div>
}

const blocks = (tokens: readonly Token[], style: Style): ReactNode[] =>
  tokens.map((token, at) => (
    <Fragment key={at}>{isBlock(token) ? block(token, style) : <p>{token.raw.trimEnd()}</p>}</Fragment>
  ))

function block(token: BlockToken, style: Style): ReactNode {
  switch (token.type) {
    case 'space':
      return null
    case 'paragraph':
      return <p>{inline(token.tokens, style)}</p>
    case 'heading': {
      const Heading = `h${style.headingLevel}` as const
      return <Heading data-depth={token.depth}>{inline(token.tokens, style)}</Heading>
    }
    case 'blockquote':
      return <blockquote>{blocks(token.tokens, style)}</blockquote>
    case 'code':
      return (
        <Scroller>
          <pre>
            <code>{token.text}</code>
          </pre>
        </Scroller>
      )
    case 'hr':
      return <hr />
    case 'list':
      return list(token, style)
    case 'table':
      return table(token, style)
    case 'text':
      return token.tokens ? inline(token.tokens, style) : withNames(token.text, style.names)
    case 'checkbox':
      return <Task isDone={token.checked} />
  }
}

function list({ ordered, start, items }: Tokens.List, style: Style) {
  const rows = items.map((item, at) => (
    <li key={at} data-task={item.task || undefined}>
      {blocks(item.tokens, style)}
    </li>
  ))
  return ordered ? <ol start={start || 1}>{rows}</ol> : <ul>{rows}</ul>
}

function table({ header, rows }: Tokens.Table, style: Style) {
  const cell = ({ align, tokens }: Tokens.TableCell, Cell: 'th' | 'td', at: number) => (
    <Cell key={at} style={{ textAlign: align ?? undefined }}>
      {inline(tokens, style)}
    </Cell>
  )
  return (
    <Scroller>
      <table>
        <thead>
          <tr>{header.map((one, at) => cell(one, 'th', at))}</tr>
        </thead>
        <tbody>
          {rows.map((row, at) => (
            <tr key={at}>{row.map((one, place) => cell(one, 'td', place))}</tr>
          ))}
        </tbody>
      </table>
    </Scroller>
  )
}

// Focusable, or the keyboard could not scroll it.
const focusable = { tabIndex: 0 }

const Scroller = ({ children }: { children: ReactNode }) => (
  <div className="overflow-x-auto" {...focusable}>
    {children}
  </div>
)

const Task = ({ isDone }: { isDone: boolean }) => (
  <span className="me-1.5" role="img" aria-label={isDone ? i18n.t('Done') : i18n.t('To do')}>
    {isDone ? '☑' : '☐'}
  </span>
)

const inline = (tokens: readonly Token[], style: Style): ReactNode[] =>
  tokens.map((token, at) => <Fragment key={at}>{isSpan(token) ? span(token, style) : token.raw}</Fragment>)

function span(token: SpanToken, style: Style): ReactNode {
  switch (token.type) {
    case 'text':
      return token.tokens ? inline(token.tokens, style) : withNames(token.text, style.names)
    case 'escape':
      return token.text
    case 'strong':
      return <strong>{inline(token.tokens, style)}</strong>
    case 'em':
      return <em>{inline(token.tokens, style)}</em>
    case 'del':
      return <del>{inline(token.tokens, style)}</del>
    case 'codespan':
      return <code>{token.text}</code>
    case 'br':
      return '\n'
    case 'link':
      return (
        <Link href={token.href} isBare={token.autolink === true}>
          {inline(token.tokens, style)}
        </Link>
      )
    case 'image':
      return <Link href={token.href}>{token.text || token.href}</Link>
    case 'checkbox':
      return <Task isDone={token.checked} />
  }
}

/** @param isBare the text is the address itself, which need not be printed once more */
function Link({ href, isBare = false, children }: { href: string; isBare?: boolean; children: ReactNode }) {
  const safe = safeHref(href)
  if (safe === undefined) return children
  return (
    <a href={safe} target="_blank" rel="noopener noreferrer nofollow" data-bare={isBare || undefined}>
      {children}
    </a>
  )
}

/** The text with each of the names brought out. */
function withNames(text: string, names: readonly string[]): ReactNode {
  if (!names.some((name) => text.includes(name))) return text
  const escaped = names.map((name) => name.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`))
  const pattern = new RegExp(`(${escaped.join('|')})(?![\\p{L}\\p{N}])`, 'u')
  // Every second part is a match of the pattern.
  return text.split(pattern).map((part, at) =>
    at % 2 === 1 ? (
      <span key={at} className="mention">
        {part}
      </span>
    ) : (
      part
    ),
  )
}
