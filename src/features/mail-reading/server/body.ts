import { BodyReader } from './body-reader.ts'
import { decodeBytes } from './charset.ts'
import { cleanLine, cleanText } from './clean-text.ts'
import { safeFileName } from './file-names.ts'
import { decodeWords, readHeaders } from './header-text.ts'
import type { Part } from './mime-tree.ts'
import { anySign } from './quotes/signs.ts'
import { readLimits, type MailFile, type MailFileKind, type MailMark } from './public/read-mail.ts'

export interface Body {
  /** Markdown with `signs`. */
  marked: string
  /** Text of alternatives that are not shown. */
  unseen: string[]
  files: MailFile[]
  /** Attached mails. */
  messages: Part[]
  marks: Set<MailMark>
}

const withPicture = (name: string, cid: string) => `![${name.replaceAll(/[[\]]/g, '')}](cid:${cid})`

/** Names an attached mail by its subject. */
function writtenName({ name, bytes, type }: Part, kind: MailFileKind): string {
  if (kind === 'report') return name || `${type.split('/')[1]}.txt`
  if (kind !== 'message') return name
  const subject =
    name ||
    cleanLine(decodeWords(readHeaders(bytes.subarray(0, 64 * 1024)).first('subject')).text, 150).replaceAll(
      /[\\/]/g,
      '-',
    )
  return subject === '' ? '' : /\.(?:eml|msg)$/i.test(subject) ? subject : `${subject}.eml`
}

/** Reads texts and files of a mail. */
export function readBody(root: Part): Body {
  const reader = new BodyReader(root)
  const content = reader.readAll(root)
  const taken = new Set<string>()
  const known = new Set<string>()
  const named = new Map<Part, string>()
  const shown = content.files.slice(0, readLimits.files).filter(({ part, kind }) => {
    // An invitation often comes twice.
    const key = kind === 'calendar' ? part.bytes.toString('latin1') : ''
    return key === '' || (!known.has(key) && known.add(key))
  })
  for (const { part, kind } of shown) named.set(part, safeFileName(writtenName(part, kind), part.type, taken))
  const standsInText = new Set(shown.flatMap(({ part }) => (reader.isPlaced(part) ? [part] : [])))
  const texts = content.pieces.flatMap((piece) => {
    if ('text' in piece) return [piece.text]
    const name = named.get(piece.picture)
    return name === undefined || standsInText.has(piece.picture)
      ? []
      : [withPicture(name, reader.placeOf(piece.picture))]
  })
  const files = shown.map(({ part, kind }): MailFile => {
    const cid = reader.isPlaced(part) ? reader.placeOf(part) : null
    const type =
      kind === 'report'
        ? 'text/plain'
        : part.type.startsWith('multipart/')
          ? 'application/octet-stream'
          : part.type
    return {
      kind,
      name: named.get(part) ?? '',
      type,
      bytes: part.bytes,
      cid,
      isCut: part.isCut,
      later: part.later,
    }
  })
  const marked = texts.filter((text) => text.trim() !== '').join('\n\n')
  const only = marked === '' ? shown.find(({ kind }) => kind === 'report') : undefined
  const whole = only ? cleanText(decodeBytes(only.part.bytes, '').text).trim() : marked
  const isLong = whole.length > readLimits.textCharacters
  const isKept = files.some(({ kind }) => kind === 'body') && content.pieces.length === 1
  if (isLong && !isKept) {
    reader.marks.add('shortened')
    const name = safeFileName('message.txt', 'text/plain', taken)
    files.push({
      kind: 'body',
      name,
      type: 'text/plain',
      bytes: Buffer.from(whole.replaceAll(anySign, '')),
      cid: null,
      isCut: false,
    })
  }
  return {
    marked: isLong
      ? whole.slice(
          0,
          Math.max(whole.lastIndexOf('\n', readLimits.textCharacters), readLimits.textCharacters / 2),
        )
      : whole,
    unseen: reader.unseen,
    files,
    messages: shown.flatMap(({ part, kind }) => (kind === 'message' ? [part] : [])),
    marks: reader.marks,
  }
}
