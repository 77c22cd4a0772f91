import mailsplit, { type MimeNode, type SplitterChunk } from '@zone-eu/mailsplit'
import { once } from 'node:events'
import { pipeline, type Readable, type Transform } from 'node:stream'
import { finished } from 'node:stream/promises'
import { cleanLine } from './clean-text.ts'
import { GrowingBytes } from './growing-bytes.ts'
import { decodeWords, readHeaders, readParameters, type HeaderBlock } from './header-text.ts'
import { readLimits, UnreadableMail } from './public/read-mail.ts'

/** Part of a mail (RFC 2045), the mail itself included. */
export interface Part {
  headers: HeaderBlock
  /** In lower case; `application/octet-stream` when it cannot be read. */
  type: string
  params: ReadonlyMap<string, string>
  /** "inline", "attachment" or ''. */
  disposition: string
  /** Decoded, but not yet safe; '' without. */
  name: string
  /** Content-ID without angle brackets; '' without. */
  cid: string
  /** Decoded content; of a multipart all that stands outside of its parts. */
  bytes: Buffer
  parts: Part[]
  /** The mail ended within it. */
  isCut: boolean
  /** Set where `bytes` were left out. */
  later?: { part: number; size: number }
}

export interface TreeOptions {
  /** Files that nothing has to look into come without their bytes when they have more. */
  fileBytes?: number
  /** Takes the bytes of each leaf piece by piece, which are not kept then. @param part its number */
  onPiece?: (part: number, bytes: Buffer) => void
}

const typeForm = /^[a-z\d!#$&^_.+-]{1,127}\/[a-z\d!#$&^_.+-]{1,127}$/

function describe(block: Buffer): Omit<Part, 'bytes' | 'parts' | 'isCut'> {
  const headers = readHeaders(block)
  const content = readParameters(headers.first('content-type'))
  const disposition = readParameters(headers.first('content-disposition'))
  const declared = content.value.toLowerCase().trim()
  const name = disposition.params.get('filename') ?? content.params.get('name') ?? ''
  const isFile = name !== '' || disposition.value.toLowerCase() === 'attachment'
  const absent =
    headers.all('content-type').length === 0 && !isFile ? 'text/plain' : 'application/octet-stream'
  // "text" alone is how some programs write text/plain.
  const type = typeForm.test(declared) ? declared : declared === 'text' ? 'text/plain' : absent
  return {
    headers,
    type,
    params: content.params,
    disposition: disposition.value.toLowerCase().trim(),
    name: cleanLine(decodeWords(name).text, 1000),
    cid: (/<?([^<>\s]+)>?/.exec(headers.first('content-id'))?.[1] ?? '').slice(0, 250),
  }
}

/** True for a file that is only passed on. */
const isOpaque = ({ type, name }: Pick<Part, 'type' | 'name'>) =>
  /^(?:application|image|audio|video|font)\//.test(type) &&
  !/tnef|pkcs7|pgp/.test(type) &&
  !/\.(?:dat|p7m|p7s|asc)$/i.test(name)

/** A part while it is read. */
class OpenPart {
  readonly part: Part
  readonly #bytes = new GrowingBytes()
  /** Ends a multipart; undefined for a leaf. */
  readonly #closing: string | undefined
  readonly #decoder: Transform | undefined
  isClosed: boolean

  readonly #nr: number
  readonly #options: TreeOptions
  #size = 0

  constructor(node: MimeNode, nr: number, options: TreeOptions) {
    this.#nr = nr
    this.#options = options
    this.part = { ...describe(node.getHeaders()), bytes: Buffer.alloc(0), parts: [], isCut: false }
    if (node.multipart) this.#closing = `--${this.part.params.get('boundary')?.trimEnd() ?? ''}--`
    else this.#decoder = node.getDecoder().on('data', (chunk: Buffer) => this.#addDecoded(chunk))
    this.isClosed = this.#closing === undefined
  }

  #addDecoded(chunk: Buffer): void {
    if (this.#options.onPiece) return this.#options.onPiece(this.#nr, chunk)
    this.#size += chunk.length
    const { fileBytes = Infinity } = this.#options
    if (this.#size <= fileBytes || !isOpaque(this.part)) this.#bytes.add(chunk)
    else this.#bytes.take()
  }

  /** True for the line that ends this multipart. */
  isEndedBy(line: string): boolean {
    return this.#closing !== undefined && line.trimEnd() === this.#closing
  }

  addOutside(line: string): void {
    if (this.#closing !== undefined) this.#bytes.add(Buffer.from(line, 'latin1'))
  }

  addPart(part: Part): void {
    // A preamble tells programs without MIME what they see.
    if (this.part.parts.length === 0) this.#bytes.take()
    // The parts of a digest are mails unless they say otherwise (RFC 2046, section 5.1.5).
    if (this.part.type === 'multipart/digest' && part.headers.all('content-type').length === 0)
      part.type = 'message/rfc822'
    this.part.parts.push(part)
  }

  async addBody(value: Buffer): Promise<void> {
    if (this.#decoder?.write(value) === false) await once(this.#decoder, 'drain')
  }

  /** Frees the chunks of a leaf before the next part is read. */
  async endLeaf(): Promise<void> {
    if (!this.#decoder) return
    this.#decoder.end()
    await finished(this.#decoder)
    const bytes = this.#bytes.take()
    this.part.bytes = bytes
    if (bytes.length < this.#size) this.part.later = { part: this.#nr, size: this.#size }
  }

  endMultipart(): void {
    if (this.#closing !== undefined) this.part.bytes = this.#bytes.take()
  }
}

const headBytes = 4096

/** Drops empty lines above the headers, and ends lines anew that end as on old Macs. */
async function* prepare(raw: Readable): AsyncGenerator<Buffer> {
  let head: Buffer | undefined = Buffer.alloc(0)
  let isOldMac = false
  const endLines = (part: Buffer) =>
    isOldMac ? Buffer.from(part.map((byte) => (byte === 0x0d ? 0x0a : byte))) : part
  const begin = (part: Buffer) => {
    isOldMac = part.includes(0x0d) && !part.includes(0x0a)
    return endLines(part)
  }
  for await (const chunk of raw as AsyncIterable<Buffer>) {
    if (!head) {
      yield endLines(chunk)
      continue
    }
    const joined: Buffer = Buffer.concat([head, chunk])
    const at = joined.findIndex((byte) => byte !== 0x0d && byte !== 0x0a)
    head = at === -1 ? Buffer.alloc(0) : joined.subarray(at)
    if (head.length < headBytes) continue
    yield begin(head)
    head = undefined
  }
  if (head) yield begin(head)
}

/** Takes text between parts. It may end several multiparts, the inner one first. */
function addOutside(open: ReadonlyMap<MimeNode, OpenPart>, from: MimeNode, value: Buffer): void {
  let owner: MimeNode | false = from
  for (const line of value.toString('latin1').split(/(?<=\n)/)) {
    let ended: MimeNode | false = owner
    while (ended && open.get(ended)?.isEndedBy(line) !== true) ended = ended.parentNode
    const part = ended ? open.get(ended) : undefined
    if (part) {
      part.isClosed = true
      owner = ended
    } else if (owner) open.get(owner)?.addOutside(line)
  }
}

/**
 * Reads a mail into its tree of parts. Attached mails stay as they are.
 * @throws {UnreadableMail} `too-many-parts`
 */
export async function readTree(raw: Readable, options: TreeOptions = {}): Promise<Part> {
  const splitter = new mailsplit.Splitter({ ignoreEmbedded: true, maxChildNodes: readLimits.parts })
  pipeline(prepare(raw), splitter, () => undefined)
  const open = new Map<MimeNode, OpenPart>()
  let root: OpenPart | undefined
  let last: OpenPart | undefined
  try {
    for await (const chunk of splitter as AsyncIterable<SplitterChunk>) {
      if (chunk.type === 'node') {
        await last?.endLeaf()
        last = new OpenPart(chunk, open.size, options)
        root ??= last
        open.set(chunk, last)
        if (chunk.parentNode) open.get(chunk.parentNode)?.addPart(last.part)
      } else if (chunk.type === 'body') await open.get(chunk.node)?.addBody(chunk.value)
      else addOutside(open, chunk.node, chunk.value)
    }
  } catch (error) {
    const isTooLong = error instanceof Error && 'code' in error && error.code === 'EMAXLEN'
    throw isTooLong ? new UnreadableMail('too-many-parts', error) : error
  }
  if (!root || !last) throw new UnreadableMail('broken')
  await last.endLeaf()
  for (const one of open.values()) one.endMultipart()
  last.part.isCut = [...open.values()].some(({ isClosed }) => !isClosed)
  return root.part
}
