import { i18n } from '#platform/contract/i18n.ts'
import type { Token, Tokens } from 'marked'
import { Fragment, type ReactNode } from 'react'
import {
  isBlock,
  isSpan,
  numbersOf,
  readLinks,
  readMarkdown,
  safeHref,
  type BlockToken,
  type SpanToken,
} from '#platform/contract/markdown.ts'
import { cn } from './cn.ts'

interface Style {
  headingLevel: 3 | 4 | 5
  /** Names to highlight, such as "@Ada Berg". */
  names: readonly string[]
}

interface MarkdownTextProps extends Partial<Style> {
  text: string
  className?: string | undefined
}

/** Renders Markdown without HTML, with line breaks as typed. A text that is too complex stays plain. */
export function MarkdownText({ text, headingLevel = 4, names = [], className }: MarkdownTextProps) {
  const tokens = readMarkdown(text)
  const style = { headingLevel, names }
  if (!tokens)
    return (
      <p dir="auto" className={cn('markdown', className)}>
        {withNames(text, names)}
      </p>
    )
  return <div className={cn('markdown', className)}>{blocks(tokens, style)}</div>
}

const blocks = (tokens: readonly Token[], style: Style): ReactNode[] =>
  tokens.map((token, at) => (
    <Fragment key={at}>
      {isBlock(token) ? block(token, style) : <p dir="auto">{token.raw.trimEnd()}</p>}
    </Fragment>
  ))

function block(token: BlockToken, style: Style): ReactNode {
  switch (token.type) {
    case 'space':
      return null
    case 'paragraph':
      return <p dir="auto">{inline(token.tokens, style)}</p>
    case 'heading': {
      const Heading = `h${style.headingLevel}` as const
      return (
        <Heading dir="auto" data-depth={token.depth}>
          {inline(token.tokens, style)}
        </Heading>
      )
    }
    case 'blockquote':
      return <blockquote dir="auto">{blocks(token.tokens, style)}</blockquote>
    case 'code':
      return (
        <Scroller>
          <pre dir="ltr">
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

function list(token: Tokens.List, style: Style) {
  const { first, leaps } = numbersOf(token)
  const rows = token.items.map((item, at) => (
    <li key={at} dir="auto" data-task={item.task || undefined} value={token.ordered ? leaps[at] : undefined}>
      {blocks(item.tokens, style)}
    </li>
  ))
  return token.ordered ? <ol start={first}>{rows}</ol> : <ul>{rows}</ul>
}

function table({ header, rows }: Tokens.Table, style: Style) {
  const cell = ({ align, tokens }: Tokens.TableCell, Cell: 'th' | 'td', at: number) => (
    <Cell key={at} dir="auto" style={{ textAlign: align ?? undefined }}>
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
      return ownPicture.test(token.href) ? (
        <img src={token.href} alt={token.text} loading="lazy" className="inline-block max-w-full" />
      ) : (
        <Link href={token.href}>{token.text || token.href}</Link>
      )
    case 'checkbox':
      return <Task isDone={token.checked} />
  }
}

export const withLinks = (text: string): ReactNode =>
  readLinks(text).map((part, at) =>
    part.href === undefined ? (
      part.text
    ) : (
      <Link key={at} href={part.href} isBare>
        {part.text}
      </Link>
    ),
  )

/** Picture of a mail in its place. Any other is a link, because loading it would tell its server of the reader. */
const ownPicture = /^\/api\/attachments\/[\da-f-]{36}\?inline=true$/

/** @param isBare the text is the address itself, which need not be printed once more */
function Link({ href, isBare = false, children }: { href: string; isBare?: boolean; children: ReactNode }) {
  const safe = safeHref(href)
  if (safe === undefined) return children
  return (
    <a
      href={safe}
      target="_blank"
      rel="noopener noreferrer nofollow"
      data-bare={isBare || undefined}
      className="text-link underline underline-offset-2"
    >
      {children}
    </a>
  )
}

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
