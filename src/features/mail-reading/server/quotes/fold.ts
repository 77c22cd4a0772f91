import { cleanText } from '../clean-text.ts'
import {
  answersBelow,
  anyLabelLine,
  deviceLine,
  fromLine,
  originalLine,
  otherLine,
  sentLine,
  subjectLine,
  wroteEnd,
} from './quote-words.ts'
import type { ReadMail } from '../public/read-mail.ts'
import { anySign, signs } from './signs.ts'
import { isSignature } from './signature.ts'

type Kind = 'new' | 'quote' | 'signature'

interface Segment {
  kind: Kind
  lines: string[]
}

const isBlank = (line: string | undefined) => line === undefined || line.replaceAll(anySign, '').trim() === ''
const isQuoted = (line: string | undefined) => /^ {0,3}>/.test(line ?? '')
const isLooselyQuoted = (line: string | undefined) => line?.startsWith(signs.looseQuote) === true

/** Lines of a header in a row, blank lines between them left out. */
function labelLines(lines: readonly string[], from: number): string[] {
  const found: string[] = []
  let blanks = 0
  for (const line of lines.slice(from, from + 24)) {
    if (isBlank(line)) {
      blanks += 1
      if (blanks > 2) break
      continue
    }
    blanks = 0
    // Long lists of recipients go on in lines of their own.
    if (!anyLabelLine.test(line) && !(found.length > 0 && /@|;\s*$/.test(line))) break
    found.push(line)
    if (found.length === 8) break
  }
  return found
}

/** True where "From: … Sent: … To: …" of a quoted mail begins, rather than a journey from one town to another. */
function isHeaderBlock(lines: readonly string[], at: number): boolean {
  if (!fromLine.test(lines[at] ?? '')) return false
  const found = labelLines(lines, at)
  const isMail = lines[at]?.includes('@') === true || found.some((line) => subjectLine.test(line))
  return (
    isMail &&
    found.some((line) => sentLine.test(line)) &&
    found.slice(1).some((line) => otherLine.test(line) && !sentLine.test(line))
  )
}

/** A header in a language that is not known, where the mail program drew a line above it. */
const isRuledHeader = (lines: readonly string[], at: number) => {
  const found = labelLines(lines, at)
  return found.length >= 3 && found.slice(0, 2).some((line) => /@|\d{4}|\d:\d\d/.test(line))
}

/** First line of the paragraph that ends at this one, at most four lines above. */
function paragraphStart(lines: readonly string[], end: number): number {
  let start = end
  while (start > 0 && end - start < 3 && !isBlank(lines[start - 1]) && !isQuoted(lines[start - 1])) start -= 1
  return start
}

const signOfTime = /@|\b\d{1,2}[:.h]\d{2}\b|\b(?:19|20)\d\d\b|\d{1,2}[./-]\d{1,2}[./-]\d{2,4}/

/** Finds where the attribution of a quote begins that follows at `quote`. @returns `quote` without one */
function attributionStart(lines: readonly string[], quote: number): number {
  let end = quote - 1
  while (end >= 0 && isBlank(lines[end]) && quote - end <= 2) end -= 1
  if (end < 0 || isBlank(lines[end]) || isQuoted(lines[end])) return quote
  const last = lines[end] ?? ''
  if (originalLine.test(last)) return end
  if (!/[:：>][\s*_\p{Cf}]*$/u.test(last) && !wroteEnd.test(last)) return quote
  for (let start = end; start >= paragraphStart(lines, end); start -= 1) {
    const text = lines.slice(start, end + 1).join(' ')
    if (text.length > 500) return quote
    if (signOfTime.test(text)) return extendStart(lines, start, end)
  }
  return wroteEnd.test(last) ? end : quote
}

/** "On Tuesday, 3 March 2026" may stand on a line above the address. */
function extendStart(lines: readonly string[], start: number, end: number): number {
  const above = lines[start - 1]
  if (above === undefined || isBlank(above) || end - start > 2) return start
  return /^[\s*_]*(?:on|am|le|el|il|em|op|w dniu|dne|dňa|den|em|på|pe|в|у)\b.*\d/iu.test(above) &&
    !/[.!?]\s*$/.test(above)
    ? start - 1
    : start
}

/** True where a line introduces a quote that carries no marks and goes on to the end. */
function beginsRest(lines: readonly string[], at: number): boolean {
  const line = lines[at] ?? ''
  if (line.includes(signs.restIsQuote)) return true
  if (line.includes(signs.ruled)) {
    const next = at + 1 + lines.slice(at + 1, at + 10).findIndex((one) => !isBlank(one))
    return next > at && (isRuledHeader(lines, next) || isHeaderBlock(lines, next))
  }
  if (originalLine.test(line)) return true
  if (isHeaderBlock(lines, at)) return true
  if (!wroteEnd.test(line)) return false
  // A sentence may end so as well, but hardly with an address, or with a day and a time.
  const text = lines.slice(paragraphStart(lines, at), at + 1).join(' ')
  return (
    text.length <= 500 &&
    (text.includes('@') || (/\d{1,2}[:.h]\d{2}/.test(text) && /\d{1,2}\D+\d{2,4}/.test(text)))
  )
}

/** Lines above a header block that belong to it. */
function restStart(lines: readonly string[], at: number): number {
  if (wroteEnd.test(lines[at] ?? '') && !isHeaderBlock(lines, at)) {
    const start = paragraphStart(lines, at)
    for (let from = at; from > start; from -= 1)
      if (signOfTime.test(lines.slice(from, at + 1).join(' '))) return extendStart(lines, from, at)
    return start
  }
  let start = at
  for (let above = at - 1; above >= 0; above -= 1) {
    const line = lines[above] ?? ''
    if (originalLine.test(line) || /^[\s*]*[-_*=]{3,}[\s*]*$/.test(line)) start = above
    else if (!isBlank(line)) break
  }
  return start
}

/** Says of each line whether it is quoted, signed or new. */
function classify(lines: readonly string[]): Kind[] {
  const kinds: Kind[] = lines.map(() => 'new')
  const mark = (from: number, to: number, kind: Kind) => kinds.fill(kind, from, to)
  let depth = 0
  for (let at = 0; at < lines.length; at += 1) {
    const line = lines[at] ?? ''
    if (line.includes(signs.quoteBegins)) depth += 1
    if (depth > 0) kinds[at] = 'quote'
    if (line.includes(signs.quoteEnds)) depth -= 1
    if (depth > 0 || kinds[at] === 'quote') continue
    if (isQuoted(line) || isLooselyQuoted(line)) {
      const start = attributionStart(lines, at)
      let end = at
      while (isQuoted(lines[end]) || isLooselyQuoted(lines[end])) end += 1
      const isQuote = isQuoted(line) || start < at || kinds[at - 1] === 'quote'
      if (isQuote) mark(start, end, 'quote')
      at = end - 1
    } else if (beginsRest(lines, at) && !isFollowedByQuote(lines, at)) {
      mark(restStart(lines, at), lines.length, 'quote')
      break
    }
  }
  markSignatures(lines, kinds)
  return kinds
}

const isFollowedByQuote = (lines: readonly string[], at: number) => {
  if (lines[at]?.includes(signs.restIsQuote)) return false
  const next = lines.slice(at + 1, at + 4).find((line) => !isBlank(line))
  return isQuoted(next) || isLooselyQuoted(next)
}

/** In lines, blank ones too. */
const longestSignature = 60

function markSignatures(lines: readonly string[], kinds: Kind[]): void {
  for (let at = 0; at < lines.length; at += 1) {
    if (kinds[at] !== 'new') continue
    const line = lines[at] ?? ''
    const isHinted = line.includes(signs.signatureBegins)
    if (!isHinted && !/^--[ \u00A0]?$/.test(line) && !deviceLine.test(line)) continue
    const closes = (one: number) => isHinted && lines[one - 1]?.includes(signs.signatureEnds) === true
    let end = at + 1
    const last = Math.min(lines.length, at + longestSignature)
    while (end < last && kinds[end] === 'new' && !closes(end)) end += 1
    if (end - at === longestSignature) continue
    if (deviceLine.test(line) && !isHinted) {
      // Only where it ends what was written.
      if (lines.slice(at + 1, end).some((one) => !isBlank(one))) continue
    } else if (!isSignature(lines.slice(at, end).map((one) => one.replaceAll(anySign, '')))) continue
    kinds.fill('signature', at, end)
    at = end - 1
  }
}

function segmentsOf(lines: readonly string[], kinds: readonly Kind[]): Segment[] {
  const segments: Segment[] = []
  lines.forEach((line, at) => {
    const kind = kinds[at] ?? 'new'
    const last = segments.at(-1)
    // Blank lines between two quotes do not part them.
    if (last && (last.kind === kind || (isBlank(line) && kind === 'new'))) last.lines.push(line)
    else segments.push({ kind, lines: [line] })
  })
  return segments.reduce<Segment[]>((joined, segment) => {
    const last = joined.at(-1)
    if (last?.kind === segment.kind) last.lines.push(...segment.lines)
    else joined.push(segment)
    return joined
  }, [])
}

const isEmpty = ({ lines }: Segment) => lines.every(isBlank)

const textOf = (lines: readonly string[]) =>
  cleanText(lines.map((line) => line.replaceAll(anySign, '')).join('\n'))
    .replaceAll(/\n{3,}/g, '\n\n')
    .replace(/^\n+/, '')
    .trimEnd()

/** Takes one level of marks away where all lines of the quoted mail have it. */
function quoteText(lines: readonly string[]): string {
  const first = lines.findIndex((line) => isQuoted(line.replaceAll(anySign, '')))
  const [head, body] = [lines.slice(0, Math.max(first, 0)), lines.slice(Math.max(first, 0))]
  const bare = body.map((line) => line.replaceAll(anySign, ''))
  const isMarked = first !== -1 && bare.every((line) => isQuoted(line) || isBlank(line))
  return textOf([...head, ...(isMarked ? bare.map((line) => line.replace(/^ {0,3}> ?/, '')) : bare)])
}

/** True where answers stand between or around the quoted parts, so that these are needed to understand them. */
function isInterleaved(segments: readonly Segment[]): boolean {
  const quotes = segments.flatMap(({ kind }, at) => (kind === 'quote' ? [at] : []))
  const [first, last] = [quotes[0], quotes.at(-1)]
  if (first === undefined || last === undefined) return false
  const isNew = (some: readonly Segment[]) =>
    some.some((segment) => segment.kind === 'new' && !isEmpty(segment))
  const before = segments.slice(0, first)
  if (isNew(segments.slice(first, last))) return true
  if (isNew(before) && isNew(segments.slice(last + 1))) return true
  const said = before.flatMap(({ lines }) => lines).join('\n')
  return said.length <= 400 && answersBelow.test(said)
}

/**
 * Parts the new words of a mail from quoted mails and signatures. Nothing is cut: where answers stand among the quotes, or nothing else is
 * left, all is text.
 * @param marked Markdown with `signs`
 * @param isForwarded its quoted mail is what it is about
 */
export function fold(marked: string, isForwarded: boolean): Pick<ReadMail, 'text' | 'folded'> {
  const lines = marked.split('\n')
  const open = { text: textOf(lines), folded: [] }
  if (isForwarded) return open
  const segments = segmentsOf(lines, classify(lines))
  if (isInterleaved(segments)) return open
  const shown = textOf(segments.flatMap(({ kind, lines }) => (kind === 'new' ? ['', ...lines] : [])))
  if (shown === '') return open
  const folded = segments.flatMap(({ kind, lines }) =>
    kind === 'new' ? [] : [{ kind, text: kind === 'quote' ? quoteText(lines) : textOf(lines) }],
  )
  return { text: shown, folded: folded.filter(({ text }) => text !== '') }
}
