import { calendarText } from './calendar.ts'
import { decodeBytes } from './charset.ts'
import { cleanText } from './clean-text.ts'
import { isSmime, isTnef } from './containers.ts'
import { readHeaders } from './header-text.ts'
import { htmlToText, withoutData, type HtmlPictures } from './html-text.ts'
import type { Part } from './mime-tree.ts'
import { plainToText } from './plain-text.ts'
import { readLimits, type MailFileKind, type MailMark } from './public/read-mail.ts'

type Piece = { text: string } | { picture: Part }

/** Contribution of a part to the whole, in its order. */
export interface Content {
  pieces: Piece[]
  files: { part: Part; kind: MailFileKind }[]
}

const nothing: Content = { pieces: [], files: [] }
const join = (some: readonly Content[]): Content => ({
  pieces: some.flatMap(({ pieces }) => pieces),
  files: some.flatMap(({ files }) => files),
})

const isMessage = ({ type }: Part) => type === 'message/rfc822' || type === 'message/global'
const isReport = ({ type }: Part) =>
  /^message\/(?:(?:global-)?delivery-status|disposition-notification|feedback-report)$|^text\/rfc822-headers$/.test(
    type,
  )

function kindOf(part: Part): MailFileKind {
  if (isMessage(part)) return 'message'
  if (isReport(part)) return 'report'
  if (isTnef(part)) return 'container'
  if (/^application\/(?:(?:x-)?pkcs7-signature|pgp-signature)$/.test(part.type)) return 'signature'
  if (
    part.type === 'application/pgp-keys' ||
    /-----BEGIN PGP PUBLIC KEY BLOCK-----/.test(part.bytes.toString('latin1', 0, 200))
  )
    return 'key'
  return part.type === 'text/calendar' ? 'calendar' : 'file'
}

/** Adds text that stands among the headers of a part. */
const withStray = ({ headers: { stray }, bytes }: Part): Buffer =>
  stray.length === 0 ? bytes : Buffer.concat([stray, Buffer.from('\n'), bytes])

/** Charset that HTML names itself, where its header names none. */
const charsetIn = (type: string, bytes: Buffer): string =>
  (type === 'text/html' &&
    /<meta[^>]{1,200}charset=["']?([\w-]{1,40})/i.exec(bytes.toString('latin1', 0, 4096))?.[1]) ||
  ''

/** Nothing beyond is decoded: it would not be shown. */
const decodedBytes = 1024 * 1024

const upTo = (bytes: Buffer, sign: string): Buffer =>
  bytes.length <= decodedBytes
    ? bytes
    : bytes.subarray(0, Math.max(bytes.lastIndexOf(sign, decodedBytes), decodedBytes / 2))

/** Words of some length, by which two versions of a text are compared. */
const longWords = (text: string) => new Set(text.toLowerCase().match(/[\p{L}\p{N}]{4,}/gu) ?? [])

/** False when a text has much that the other one lacks. */
function isCoveredBy(text: string, other: string): boolean {
  const [words, others] = [[...longWords(text)], longWords(other)]
  return words.length < 5 || words.filter((word) => others.has(word)).length * 2 >= words.length
}

export class BodyReader {
  readonly marks = new Set<MailMark>()
  readonly unseen: string[] = []
  readonly #byCid = new Map<string, Part>()
  /** Pictures that the HTML shows in their places, with the names of these places. */
  readonly #places = new Map<Part, string>()
  readonly #within: Part[] = []

  constructor(root: Part) {
    const index = (part: Part): void => {
      if (part.cid !== '' && !this.#byCid.has(part.cid)) this.#byCid.set(part.cid, part)
      if (part.isCut) this.marks.add('cut')
      part.parts.forEach(index)
    }
    index(root)
  }

  #decode({ type, params }: Part, bytes: Buffer): string {
    const { text, isExact } = decodeBytes(bytes, params.get('charset') ?? charsetIn(type, bytes))
    if (!isExact) this.marks.add('undecodable')
    if (text.includes('-----BEGIN PGP MESSAGE-----')) this.marks.add('encrypted')
    if (text.includes('-----BEGIN PGP SIGNED MESSAGE-----')) this.marks.add('signed')
    return text
  }

  placeOf(part: Part): string {
    const known = this.#places.get(part)
    if (known !== undefined) return known
    const isPlain = /^[\w.@$+-]{1,200}$/.test(part.cid) && ![...this.#places.values()].includes(part.cid)
    const place = isPlain ? part.cid : `picture-${this.#places.size + 1}`
    this.#places.set(part, place)
    return place
  }

  isPlaced = (part: Part) => this.#places.has(part)

  #ownPicture(source: string): string | undefined {
    const [, id] = /^cid:(.*)$/is.exec(source) ?? []
    if (id === undefined) return undefined
    const decoded = URL.canParse(source) ? decodeURIComponentSafely(id) : id
    if ([...this.#places.values()].includes(id)) return id
    const part = this.#byCid.get(id) ?? this.#byCid.get(decoded)
    return part ? this.placeOf(part) : undefined
  }

  #pictureWithin(like: Part, type: string, base64: string): string | undefined {
    if (this.#within.length >= readLimits.files) return undefined
    const bytes = Buffer.from(base64, 'base64')
    const part: Part = {
      ...like,
      type: type.toLowerCase(),
      name: '',
      cid: '',
      bytes,
      parts: [],
      isCut: false,
    }
    this.#within.push(part)
    return this.placeOf(part)
  }

  /** Keeps all of a text as a file that is too long to show. */
  #wholeOf(part: Part, name: string): Content['files'] {
    this.marks.add('shortened')
    return [{ part: { ...part, type: 'text/plain', name }, kind: 'body' }]
  }

  #html(part: Part): Content {
    const before = this.#within.length
    const pictures: HtmlPictures = {
      own: (source) => this.#ownPicture(source),
      within: (type, base64) => this.#pictureWithin(part, type, base64),
    }
    const written = withStray(part)
    const bytes = written.includes('data:image')
      ? Buffer.from(withoutData(written.toString('latin1'), pictures), 'latin1')
      : written
    const shown = upTo(bytes, '<')
    const { text, isCut } = htmlToText(this.#decode(part, shown), pictures)
    const files = this.#within.slice(before).map((picture) => ({ part: picture, kind: 'file' as const }))
    const whole = isCut || shown.length < bytes.length ? this.#wholeOf(part, 'message-html.txt') : []
    return { pieces: [{ text }], files: [...files, ...whole] }
  }

  #text(part: Part): Content {
    if (part.type === 'text/html') return this.#html(part)
    const bytes = withStray(part)
    const shown = upTo(bytes, '\n')
    const text = plainToText(this.#decode(part, shown), part.params)
    return {
      pieces: [{ text }],
      files: shown.length < bytes.length ? this.#wholeOf(part, 'message.txt') : [],
    }
  }

  #calendar(part: Part): Content {
    this.marks.add('calendar')
    return {
      pieces: [{ text: calendarText(this.#decode(part, part.bytes), false) }],
      files: [{ part, kind: 'calendar' }],
    }
  }

  #alternative({ parts }: Part): Content {
    const isText = (part: Part) => part.type === 'text/plain' && part.disposition !== 'attachment'
    const rich = parts.filter((part) => part.type === 'text/html' || part.type.startsWith('multipart/'))
    const contents = rich.map((part) => this.read(part))
    const place = contents.findLastIndex(
      (content) => hasText(content) || content.pieces.some((piece) => 'picture' in piece),
    )
    const plain = join(parts.filter(isText).map((part) => this.#text(part)))
    const chosen = contents[place] ?? plain
    const others = parts.filter(
      (part) =>
        !isText(part) &&
        !rich.includes(part) &&
        part.type !== 'text/x-amp-html' &&
        part.type !== 'text/watch-html',
    )
    const extra = others.map((part) =>
      part.type === 'text/calendar'
        ? this.#calendar(part)
        : { pieces: [], files: [{ part, kind: kindOf(part) }] },
    )
    const unchosen = contents.filter((content) => content !== chosen)
    const left = chosen === plain ? [] : [plain, ...unchosen]
    for (const one of left) {
      const text = textOf(one)
      this.unseen.push(text)
      if (!isCoveredBy(text, textOf(chosen))) extra.push({ pieces: [], files: [textFile(text)] })
    }
    return join([chosen, ...extra, ...unchosen.map(({ files }) => ({ pieces: [], files }))])
  }

  #related(part: Part): Content {
    const start = part.params.get('start')?.replaceAll(/^<|>$/g, '')
    const root =
      part.parts.find(({ cid }) => start !== undefined && cid === start) ??
      part.parts.find(({ type }) => !type.startsWith('image/')) ??
      part.parts[0]
    if (!root) return nothing
    const rest = part.parts.filter((one) => one !== root)
    return join([
      this.read(root),
      ...rest.map((one) =>
        one.type.startsWith('multipart/')
          ? this.read(one)
          : { pieces: [], files: [{ part: one, kind: kindOf(one) }] },
      ),
    ])
  }

  #multipart(part: Part): Content {
    if (part.type === 'multipart/encrypted') {
      this.marks.add('encrypted')
      return {
        pieces: [],
        files: part.parts
          .filter(({ type }) => type !== 'application/pgp-encrypted')
          .map((one) => ({ part: one, kind: 'file' })),
      }
    }
    if (part.type === 'multipart/signed' || part.type === 'multipart/x-signed') this.marks.add('signed')
    if (part.type === 'multipart/x-signed')
      return join([
        ...part.parts.slice(0, 1).map((one) => this.read(one)),
        { pieces: [], files: part.parts.slice(1).map((one) => ({ part: one, kind: 'signature' as const })) },
      ])
    if (part.type === 'multipart/x-tnef') this.marks.add('tnef')
    const inner =
      part.type === 'multipart/alternative'
        ? this.#alternative(part)
        : part.type === 'multipart/related'
          ? this.#related(part)
          : join(part.parts.map((one) => this.read(one)))
    const outside = cleanText(decodeBytes(part.bytes, '').text).trim()
    return outside === '' ? inner : join([inner, { pieces: [{ text: outside }], files: [] }])
  }

  /** Reads a part, in the order in which it is shown. */
  read(part: Part): Content {
    if (part.parts.length > 0) return this.#multipart(part)
    if (part.type.startsWith('multipart/')) return this.#text({ ...part, type: 'text/plain' })
    const isFile = part.name !== '' || part.disposition === 'attachment'
    if (!isFile && (part.type === 'text/plain' || part.type === 'text/html')) return this.#text(part)
    if (!isFile && part.type === 'text/calendar') return this.#calendar(part)
    const kind = kindOf(part)
    if (kind === 'signature' || kind === 'calendar')
      this.marks.add(kind === 'signature' ? 'signed' : 'calendar')
    if (isSmime(part)) this.marks.add('encrypted')
    const files: Content['files'] = [{ part, kind }]
    if (part.type.startsWith('image/') && part.disposition !== 'attachment')
      return { pieces: [{ picture: part }], files }
    return { pieces: [], files }
  }

  /** Reads the whole mail; a lone text that says it is a file is the message all the same. */
  readAll(root: Part): Content {
    const isText = ({ type }: Part) => type === 'text/plain' || type === 'text/html'
    if (root.parts.length === 0 && isText(root)) return this.#text(root)
    const content = this.read(root)
    const first = firstLeaf(root)
    if (hasText(content) || !isText(first) || first.disposition === 'attachment') return content
    const others = content.files.filter(({ part }) => part !== first)
    return join([this.#text(first), { ...content, files: others }])
  }
}

const firstLeaf = (part: Part): Part => (part.parts[0] ? firstLeaf(part.parts[0]) : part)

const textFile = (text: string): Content['files'][number] => ({
  part: {
    headers: readHeaders(Buffer.alloc(0)),
    type: 'text/plain',
    params: new Map(),
    disposition: 'attachment',
    name: 'message.txt',
    cid: '',
    bytes: Buffer.from(text),
    parts: [],
    isCut: false,
  },
  kind: 'body',
})

const textOf = ({ pieces }: Content) =>
  pieces.flatMap((piece) => ('text' in piece ? [piece.text] : [])).join('\n\n')
const hasText = (content: Content) => textOf(content).trim() !== ''

function decodeURIComponentSafely(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
