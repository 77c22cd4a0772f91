import { cleanLine } from './clean-text.ts'
import { decodeBytes, type Decoded } from './charset.ts'
import { readLimits } from './public/read-mail.ts'

/** An encoded word (RFC 2047). Its text may hold spaces and question marks, which some programs leave in. */
const word = /=\?([^?\s]{1,60})\?([bq])\?(.{0,1000}?)\?=/i
const words = new RegExp(`${word.source}(?:\\s*(?=${word.source})|)`, 'gi')

interface Word {
  charset: string
  encoding: string
  text: string
}

/** Stands between the texts of words that were joined. */
const wordEnd = '\n'

function bytesOf({ encoding, text }: Word): Buffer {
  if (encoding === 'b') {
    const whole = text.replaceAll(wordEnd, '')
    // A group of four letters may go on in the next word, unless the words only lack their padding.
    const segments = whole.length % 4 === 0 ? whole.match(/[^=]+=*/g) : text.split(wordEnd)
    return Buffer.concat((segments ?? []).map((part) => Buffer.from(part, 'base64')))
  }
  const latin = text
    .replaceAll('_', ' ')
    .replaceAll(/=([\da-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)))
  // Raw letters beyond ASCII stand for themselves.
  return Buffer.from(latin, /[^\0-\u00FF]/.test(latin) ? 'utf8' : 'latin1')
}

/** Decodes one run of encoded words: neighbours are joined first, so a letter or a group of base64 may be split between them. */
function decodeRun(run: readonly Word[]): Decoded {
  const joined: Word[] = []
  for (const one of run) {
    const before = joined.at(-1)
    if (before?.charset === one.charset && before.encoding === one.encoding)
      before.text += (one.encoding === 'b' ? wordEnd : '') + one.text
    else joined.push({ ...one })
  }
  const inCharsets: { charset: string; bytes: Buffer[] }[] = []
  for (const one of joined) {
    const before = inCharsets.at(-1)
    if (before?.charset === one.charset) before.bytes.push(bytesOf(one))
    else inCharsets.push({ charset: one.charset, bytes: [bytesOf(one)] })
  }
  const decoded = inCharsets.map(({ charset, bytes }) => decodeBytes(Buffer.concat(bytes), charset))
  return { text: decoded.map(({ text }) => text).join(''), isExact: decoded.every(({ isExact }) => isExact) }
}

/** Replaces each run of encoded words in a text. */
function replaceWords(text: string, replace: (run: Decoded) => string): string {
  const out: string[] = []
  let at = 0
  let run: Word[] = []
  let end = 0
  const flush = () => {
    if (run.length > 0) out.push(replace(decodeRun(run)))
    run = []
  }
  for (const match of text.matchAll(words)) {
    const [all, charset = '', encoding = '', inner = ''] = match
    if (match.index !== end || run.length === 0) {
      flush()
      out.push(text.slice(at, match.index))
    }
    run.push({
      charset: charset.toLowerCase().replace(/\*.*/, ''),
      encoding: encoding.toLowerCase(),
      text: inner,
    })
    at = end = match.index + all.length
  }
  flush()
  out.push(text.slice(at))
  return out.join('')
}

/** Decodes all encoded words of a header's value. */
export function decodeWords(value: string): Decoded {
  let isExact = true
  const text = replaceWords(value, (run) => {
    isExact &&= run.isExact
    return run.text
  })
  return { text, isExact }
}

/**
 * Hides encoded words from a parser of the syntax, so that nothing in them counts as syntax.
 * @returns the text with signs in their places, and the way back
 */
export function hideWords(value: string): { hidden: string; show: (text: string) => string } {
  const runs: string[] = []
  const hidden = replaceWords(value, ({ text }) => `\uFDD0${runs.push(text) - 1}\uFDD1`)
  return {
    hidden,
    show: (text) => text.replaceAll(/\uFDD0(\d+)\uFDD1/g, (_, at: string) => runs[Number(at)] ?? ''),
  }
}

export interface HeaderBlock {
  /** Raw values, unfolded, of all headers of that name, bytes decoded. */
  all(name: string): readonly string[]
  /** Value of the first header; '' without one. */
  first(name: string): string
  /** Decoded, on one line. */
  text(name: string): string
  entries: ReadonlyMap<string, readonly string[]>
  /** Bytes of lines that are no headers: text, where the empty line above it is missing. */
  stray: Buffer
  isExact: boolean
}

/** Longer values cost more to decode than they tell. */
const longestValue = 64 * 1024

/** Reads the block of headers of a mail or a part. @param block raw bytes */
export function readHeaders(block: Buffer): HeaderBlock {
  const entries = new Map<string, string[]>()
  let isExact = true
  let count = 0
  const stray: string[] = []
  const unfolded = block.toString('latin1').replaceAll(/\r?\n[ \t]+/g, ' ')
  for (const line of unfolded.split(/\r?\n|\r/)) {
    const match = /^([!-9;-~]{1,100})[ \t]*:(.*)$/s.exec(line)
    if (!match && line !== '' && !/^>?From /.test(line)) stray.push(line)
    if (!match || count >= readLimits.headers) continue
    count += 1
    const decoded = decodeBytes(Buffer.from(match[2] ?? '', 'latin1'), '')
    isExact &&= decoded.isExact
    const name = (match[1] ?? '').toLowerCase()
    const values = entries.get(name)
    const value = decoded.text.slice(0, longestValue).trim()
    if (values) values.push(value)
    else entries.set(name, [value])
  }
  const all = (name: string): readonly string[] => entries.get(name) ?? []
  const first = (name: string) => all(name)[0] ?? ''
  return {
    all,
    first,
    text: (name) => cleanLine(decodeWords(first(name)).text, readLimits.headerCharacters),
    entries,
    stray: Buffer.from(stray.join('\n'), 'latin1'),
    isExact,
  }
}

export interface Parameterised {
  value: string
  params: ReadonlyMap<string, string>
}

/** Splits at semicolons outside of quotes and comments. */
function splitParameters(value: string): string[] {
  const parts: string[] = []
  let [part, isQuoted, depth] = ['', false, 0]
  for (let at = 0; at < value.length; at += 1) {
    const letter = value.charAt(at)
    if (letter === '\\' && (isQuoted || depth > 0)) {
      at += 1
      if (depth === 0) part += `\\${value.charAt(at)}`
    } else if (letter === '"' && depth === 0) {
      isQuoted = !isQuoted
      part += letter
    } else if (!isQuoted && letter === '(' && value.indexOf(')', at) !== -1) depth += 1
    else if (depth > 0) depth -= letter === ')' ? 1 : 0
    else if (letter === ';' && !isQuoted) {
      parts.push(part)
      part = ''
    } else part += letter
  }
  return [...parts, part]
}

function unquote(value: string): string {
  const match = /^"((?:[^"\\]|\\.)*)"?/s.exec(value.trim())
  return match ? (match[1] ?? '').replaceAll(/\\(.)/gs, '$1') : value.trim()
}

const percentBytes = (text: string): Buffer =>
  Buffer.from(
    Buffer.from(text, 'utf8')
      .toString('latin1')
      .replaceAll(/%([\da-f]{2})/gi, (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16))),
    'latin1',
  )

/** Reads a value with parameters, as Content-Type has them, continued and encoded ones too (RFC 2231). The first of a name counts. */
export function readParameters(header: string): Parameterised {
  const { hidden, show } = hideWords(header)
  const [value = '', ...rest] = splitParameters(hidden)
  const params = new Map<string, string>()
  const pieces = new Map<string, { place: number; isEncoded: boolean; text: string }[]>()
  for (const part of rest.slice(0, 100)) {
    const at = part.indexOf('=')
    if (at === -1) continue
    const match = /^([^*]+)(?:\*(\d{1,3}))?(\*)?$/.exec(part.slice(0, at).trim().toLowerCase())
    if (!match) continue
    const [, name = '', place, star] = match
    const text = unquote(part.slice(at + 1))
    if (place === undefined && star === undefined) {
      if (!params.has(name)) params.set(name, show(text))
    } else
      pieces.set(name, [
        ...(pieces.get(name) ?? []),
        { place: Number(place ?? 0), isEncoded: star !== undefined, text },
      ])
  }
  for (const [name, some] of pieces) {
    const sorted = some.toSorted((a, b) => a.place - b.place)
    const head = /^([^']*)'[^']*'(.*)$/s.exec(sorted[0]?.isEncoded ? (sorted[0]?.text ?? '') : '')
    const bytes = sorted.map(({ isEncoded, text }, nr) => {
      const inner = nr === 0 && head ? (head[2] ?? '') : text
      return isEncoded ? percentBytes(inner) : Buffer.from(show(inner), 'utf8')
    })
    params.set(name, decodeBytes(Buffer.concat(bytes), head?.[1] ?? '').text)
  }
  return { value: show(value).trim(), params }
}
