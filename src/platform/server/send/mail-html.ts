import type { Token, Tokens } from 'marked'
import {
  isBlock,
  isSpan,
  numbersOf,
  readMarkdown,
  safeHref,
  type BlockToken,
  type SpanToken,
} from '#platform/contract/markdown.ts'

const entities: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&#34;',
  "'": '&#39;',
}

export const escapeHtml = (text: string): string =>
  text.replaceAll(/[&<>"']/g, (character) => entities[character] ?? character)

/** Keeps breaks and spaces by elements: mail programs such as Outlook ignore `white-space`. */
const textHtml = (text: string): string =>
  escapeHtml(text)
    .replaceAll(/^ | (?= )/gm, '&nbsp;')
    .replaceAll('\t', '&nbsp;&nbsp;&nbsp; ')
    .replaceAll(/\r\n?|\n/g, '<br>')

const mono = 'font-family: Consolas, Menlo, monospace; font-size: 13px'
const gap = 'margin: 0 0 16px'
const headingSizes = [19, 17, 16]

const childrenHtml = (tokens: readonly Token[]): string =>
  tokens.map((token) => (isSpan(token) ? spanHtml(token) : textHtml(token.raw))).join('')

function linkHtml(href: string, inner: string): string {
  const safe = safeHref(href)
  return safe === undefined ? inner : `<a href="${escapeHtml(safe)}">${inner}</a>`
}

function spanHtml(token: SpanToken): string {
  switch (token.type) {
    case 'text':
      return token.tokens ? childrenHtml(token.tokens) : textHtml(token.text)
    case 'escape':
      return textHtml(token.text)
    case 'strong':
      return `<strong>${childrenHtml(token.tokens)}</strong>`
    case 'em':
      return `<em>${childrenHtml(token.tokens)}</em>`
    case 'del':
      return `<del>${childrenHtml(token.tokens)}</del>`
    case 'codespan':
      return `<code style="${mono}">${textHtml(token.text)}</code>`
    case 'br':
      return '<br>'
    case 'link':
      return linkHtml(token.href, childrenHtml(token.tokens))
    case 'image':
      return linkHtml(token.href, textHtml(token.text || token.href))
    case 'checkbox':
      return token.checked ? '☑ ' : '☐ '
  }
}

/** Uses an inline element, so that it may stand in a paragraph of any template. */
const paragraphHtml = (inner: string) => `<span dir="auto">${inner}</span>`

function listHtml(list: Tokens.List): string {
  const { first, leaps } = numbersOf(list)
  const items = list.items.map(({ tokens }, at) => {
    const value = list.ordered && leaps[at] !== undefined ? ` value="${leaps[at]}"` : ''
    return `<li dir="auto"${value}>${blocksHtml(tokens)}</li>`
  })
  return list.ordered
    ? `<ol start="${first}" style="${gap}">${items.join('')}</ol>`
    : `<ul style="${gap}">${items.join('')}</ul>`
}

function tableHtml({ header, rows }: Tokens.Table): string {
  const line = (cells: readonly Tokens.TableCell[], name: 'td' | 'th') =>
    `<tr>${cells.map(({ tokens, align }) => `<${name} align="${align ?? 'left'}" dir="auto">${childrenHtml(tokens)}</${name}>`).join('')}</tr>`
  return `<table border="1" cellpadding="4" style="${gap}; border-collapse: collapse">${line(header, 'th')}${rows.map((row) => line(row, 'td')).join('')}</table>`
}

function blockHtml(token: BlockToken): string {
  switch (token.type) {
    case 'space':
      return ''
    case 'paragraph':
      return paragraphHtml(childrenHtml(token.tokens))
    case 'text':
      return paragraphHtml(token.tokens ? childrenHtml(token.tokens) : textHtml(token.text))
    case 'heading':
      return `<h3 dir="auto" style="margin: 0 0 8px; font-size: ${headingSizes[token.depth - 1] ?? 15}px">${childrenHtml(token.tokens)}</h3>`
    case 'blockquote':
      return `<blockquote dir="auto" style="${gap}; padding: 0 0 0 12px; border-left: 3px solid #c9cdd5">${blocksHtml(token.tokens)}</blockquote>`
    case 'code':
      return `<pre dir="ltr" style="${gap}; padding: 8px 12px; background: #f3f4f6; ${mono}">${escapeHtml(token.text)}</pre>`
    case 'hr':
      return '<hr>'
    case 'list':
      return listHtml(token)
    case 'table':
      return tableHtml(token)
    case 'checkbox':
      return token.checked ? '☑ ' : '☐ '
  }
}

/** Detects a line of text: two of them need a blank line in between. */
const isText = (token: Token | undefined) => token?.type === 'paragraph' || token?.type === 'text'

function blocksHtml(tokens: readonly Token[]): string {
  const shown = tokens.filter(({ type }) => type !== 'space')
  return shown
    .map((token, at) => {
      const html = isBlock(token) ? blockHtml(token) : paragraphHtml(textHtml(token.raw.trimEnd()))
      return isText(token) && at < shown.length - 1
        ? `${html}<br>${isText(shown[at + 1]) ? '<br>' : ''}`
        : html
    })
    .join('')
}

/** Renders Markdown as HTML of a mail, without any HTML of the author. */
export function markdownHtml(text: string): string {
  const tokens = readMarkdown(text)
  return tokens ? blocksHtml(tokens) : plainHtml(text)
}

const bareAddress = /https?:\/\/[^\s<>"]*[^\s<>".,;:!?)\]'\p{Pe}\p{Pf}\p{Po}]/giu

/** Renders plain text as HTML, with breaks, spaces and linked web addresses. */
export function plainHtml(text: string): string {
  let [html, from] = ['', 0]
  for (const { 0: address, index } of text.matchAll(bareAddress)) {
    html += textHtml(text.slice(from, index)) + linkHtml(address, escapeHtml(address))
    from = index + address.length
  }
  return paragraphHtml(html + textHtml(text.slice(from)))
}
