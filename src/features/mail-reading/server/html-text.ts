import sanitizeHtml from 'sanitize-html'
import TurndownService from 'turndown'
import { cleanLine, cleanText } from './clean-text.ts'
import { signs } from './quotes/signs.ts'

type Hint = 'quote' | 'rest' | 'ruled' | 'signature' | 'cite'

const namesOf = ({ id = '', class: classes = '' }: sanitizeHtml.Attributes) => ` ${id} ${classes} `

/** Names that mail programs give to the parts of an answer; a prefix such as `x_` comes from a second program that quotes the first. */
const hintNames: readonly [Hint, RegExp][] = [
  [
    'rest',
    / (?:x_)*(?:divRplyFwdMsg|mail-editor-reference-message-container|OutlookMessageHeader|replySplit|oriMsgHtmlSeparator) /i,
  ],
  [
    'quote',
    / (?:x_)*(?:yahoo_quoted|OLK_SRC_BODY_SECTION|protonmail_quote|tutanota_quote|zmail_extra|ydp\w+yahoo_quoted) /i,
  ],
  [
    'signature',
    / (?:x_)*(?:gmail_signature|moz-signature|Signature|ms-outlook-mobile-signature|AppleMailSignature|protonmail_signature_block) /i,
  ],
]

function hintOf(tag: string, attributes: sanitizeHtml.Attributes): Hint | undefined {
  const names = namesOf(attributes)
  if (tag === 'blockquote')
    return /cite/i.test(attributes.type ?? '') || attributes.cite !== undefined || /quote/i.test(names)
      ? 'cite'
      : undefined
  const named = hintNames.find(([, pattern]) => pattern.test(names))
  if (named) return named[0]
  return tag === 'div' && /border-top\s*:\s*solid|border-top\s*:[^;]*\bsolid\b/i.test(attributes.style ?? '')
    ? 'ruled'
    : undefined
}

const hinted = (tag: string, attributes: sanitizeHtml.Attributes): sanitizeHtml.Attributes => {
  const hint = hintOf(tag, attributes)
  return hint ? { 'data-hint': hint } : {}
}

/** A picture that only tells the sender that the mail was opened. */
const isPixel = ({ width = '', height = '', style = '' }: sanitizeHtml.Attributes) =>
  [width, height].some((size) => /^[01](?:px)?$/.test(size.trim())) ||
  /(?:^|;|\s)(?:width|height)\s*:\s*[01](?:px)?\s*(?:;|$)/i.test(style)

/** Elements that leave a trace in Markdown. */
const kept =
  'a b strong i em s del strike code pre img br hr span p div blockquote ul ol li h1 h2 h3 h4 h5 ' +
  'h6 center address table thead tbody tfoot tr td th caption dl dt dd fieldset form section ' +
  'article header footer'

export interface HtmlPictures {
  /** @returns where a picture of the mail stands as a file; undefined when the mail does not have it */
  own(source: string): string | undefined
  /** Takes a picture whose bytes stand in the HTML. @returns its place as a file */
  within(type: string, base64: string): string | undefined
}

function sanitize(html: string): string {
  return sanitizeHtml(html, {
    allowedTags: kept.split(' '),
    allowedAttributes: { a: ['href'], img: ['src', 'alt'], ol: ['start'], '*': ['data-hint'] },
    allowedSchemes: ['http', 'https', 'mailto', 'tel'],
    allowedSchemesByTag: { img: ['http', 'https', 'cid', 'data'] },
    allowProtocolRelative: false,
    nonTextTags: ['script', 'style', 'title', 'noscript', 'template'],
    nestingLimit: 200,
    parseStyleAttributes: false,
    transformTags: {
      '*': (tagName, attributes) => {
        if (tagName === 'a') return { tagName, attribs: { href: attributes.href ?? '' } }
        if (tagName === 'ol') return { tagName, attribs: { start: attributes.start ?? '1' } }
        if (tagName !== 'img') return { tagName, attribs: hinted(tagName, attributes) }
        if (isPixel(attributes)) return { tagName: 'span', attribs: {} }
        return {
          tagName,
          attribs: { src: attributes.src ?? '', alt: attributes.alt ?? attributes.title ?? '' },
        }
      },
    },
  })
}

const inLabel = (text: string) => cleanLine(text, 200).replaceAll(/[[\]]/g, '')

function pictureText(source: string, alt: string, pictures: HtmlPictures): string {
  const data = /^data:(image\/[\w.+-]+)(?:;[^,;]*)*;base64,(.*)$/is.exec(source)
  const place = data ? pictures.within(data[1] ?? '', data[2] ?? '') : pictures.own(source)
  if (place !== undefined) return `![${inLabel(alt) || 'picture'}](cid:${place})`
  if (!/^https?:/i.test(source)) return alt === '' ? '' : `[${inLabel(alt)}]`
  const name =
    inLabel(alt) ||
    (URL.canParse(source) ? (new URL(source).pathname.split('/').at(-1) ?? '') : '') ||
    'picture'
  // A remote picture is a named gap: nothing is loaded before somebody follows the link.
  return `[🖼 ${inLabel(name)}](${source.replaceAll(/[\s()<>]/g, (sign) => encodeURIComponent(sign).replaceAll(/[()]/g, (one) => (one === '(' ? '%28' : '%29')))})`
}

/** Parts of the converter's nodes that are read here; the server has no types of browsers. */
interface Element {
  children: ArrayLike<Element>
  textContent: string | null
  getAttribute(name: string): string | null
  querySelectorAll(selector: string): ArrayLike<Element>
}

const elementOf = (node: unknown) => node as Element
const hintOfNode = (node: unknown): string => elementOf(node).getAttribute('data-hint') ?? ''

const line = (sign: string) => `\n${sign}\n`
const around: Partial<Record<string, [string, string]>> = {
  quote: [signs.quoteBegins, signs.quoteEnds],
  signature: [signs.signatureBegins, signs.signatureEnds],
}

/** Makes a table of Markdown of a simple one. @returns undefined for one that only lays out */
function tableText(table: Element, cellText: (cell: Element) => string): string | undefined {
  const rows = Array.from(table.querySelectorAll('tr'), (row) => Array.from(row.children, cellText))
  const width = rows[0]?.length ?? 0
  const isData =
    Array.from(table.querySelectorAll('table, blockquote, ul, ol, [data-hint]')).every(
      (one) => one === table,
    ) &&
    width > 1 &&
    rows.length > 1 &&
    rows.every((row) => row.length === width && row.every((cell) => !cell.includes('\n')))
  if (!isData) return undefined
  const lineOf = (row: readonly string[]) =>
    `| ${row.map((cell) => cell.replaceAll('|', '\\|')).join(' | ')} |`
  const [head = [], ...rest] = rows
  return [lineOf(head), lineOf(head.map(() => '---')), ...rest.map(lineOf)].join('\n')
}

function createConverter(pictures: HtmlPictures): TurndownService {
  const service = new TurndownService({
    headingStyle: 'atx',
    bulletListMarker: '-',
    codeBlockStyle: 'fenced',
    br: '',
    hr: '---',
  })
  // Text stays as it was written; the desk's reader of Markdown takes marks within words for text.
  service.escape = (text) => text
  service.addRule('tables', {
    filter: 'table',
    replacement: (content, node) => {
      const text = tableText(elementOf(node), (cell) => cleanText(cell.textContent ?? '').trim())
      return `\n\n${text ?? content}\n\n`
    },
  })
  service.addRule('rows', {
    filter: (node) => /^(?:TR|TD|TH|DIV|FORM|CENTER|ADDRESS)$/.test(node.nodeName),
    replacement: (content) => `\n${content}\n`,
  })
  service.addRule('pictures', {
    filter: 'img',
    replacement: (_, node) =>
      pictureText(
        elementOf(node).getAttribute('src') ?? '',
        elementOf(node).getAttribute('alt') ?? '',
        pictures,
      ),
  })
  service.addRule('links', {
    filter: (node) => node.nodeName === 'A' && (node.getAttribute('href') ?? '') !== '',
    replacement: (content, node) => {
      const href = (elementOf(node).getAttribute('href') ?? '')
        .replaceAll(/\s/g, '')
        .replaceAll('(', '%28')
        .replaceAll(')', '%29')
      const label = content.trim()
      const isSame = [href, href.replace(/^(?:mailto|tel):/i, ''), href.replace(/\/$/, '')].includes(label)
      if (label === '') return ''
      return isSame || /!\[|\n/.test(label) || label.startsWith('[')
        ? isSame
          ? label
          : `${content} <${href}>`
        : `[${label}](${href})`
    },
  })
  service.addRule('quotes', {
    filter: 'blockquote',
    replacement: (content, node) => {
      const sign = hintOfNode(node) === 'cite' ? '' : signs.looseQuote
      const quoted = content.trim().replaceAll(/^/gm, `${sign}> `)
      return `\n\n${quoted}\n\n`
    },
  })
  service.addRule('hints', {
    filter: (node) => hintOfNode(node) !== '' && node.nodeName !== 'BLOCKQUOTE',
    replacement: (content, node) => {
      const hint = hintOfNode(node)
      const both = around[hint]
      if (both) return `${line(both[0])}${content}${line(both[1])}`
      return `${line(hint === 'rest' ? signs.restIsQuote : signs.ruled)}${content}\n`
    },
  })
  return service
}

/** Elements that show nothing, but may be large. */
const dropped = ['style', 'script', 'svg', 'title']

/** Cuts from each begin to the next end; without an end the rest stays. */
function cut(text: string, begin: RegExp, end: RegExp): string {
  const parts: string[] = []
  let from = 0
  for (let opened = begin.exec(text); opened; opened = begin.exec(text)) {
    end.lastIndex = begin.lastIndex
    const closed = end.exec(text)
    if (!closed) break
    parts.push(text.slice(from, opened.index))
    from = begin.lastIndex = end.lastIndex
  }
  begin.lastIndex = 0
  return parts.join('') + text.slice(from)
}

const withoutUnseen = (html: string): string =>
  dropped.reduce(
    (text, tag) => cut(text, new RegExp(`<${tag}\\b`, 'gi'), new RegExp(`</${tag}\\s*>`, 'gi')),
    cut(html, /<!--/g, /-->/g),
  )

/** Longer HTML is converted up to here. */
const longestHtml = 100_000

/**
 * Moves the bytes of pictures out of HTML, since they are most of its length.
 * @param html bytes as Latin-1, or text
 */
export function withoutData(html: string, pictures: HtmlPictures): string {
  return html.replaceAll(
    /\bdata:(image\/[\w.+-]{1,40})(?:;[^,;"'\s]{1,60})*;base64,([a-z\d+/=\s%]+)/gi,
    (all, type: string, base64: string) => {
      const place = pictures.within(type, base64)
      return place === undefined ? all.slice(0, 30) : `cid:${place}`
    },
  )
}

/**
 * Converts the HTML of a mail to Markdown in which nothing runs or loads, with `signs` at quotes and signatures.
 * @returns also whether the HTML was too long to convert it to its end
 */
export function htmlToText(html: string, pictures: HtmlPictures): { text: string; isCut: boolean } {
  const seen = withoutUnseen(cleanText(html))
  const isCut = seen.length > longestHtml
  const part = isCut ? seen.slice(0, seen.lastIndexOf('<', longestHtml)) : seen
  const text = createConverter(pictures).turndown(cleanText(sanitize(part)))
  return { text: cleanMarkdown(text), isCut }
}

const trimmedLine = (text: string) => (/^-- ?$/.test(text) ? '-- ' : text.trimEnd())

const cleanMarkdown = (text: string) =>
  text
    .replaceAll('\u00A0', ' ')
    .split('\n')
    .map(trimmedLine)
    .join('\n')
    .replaceAll(/\n{3,}/g, '\n\n')
    .trim()
