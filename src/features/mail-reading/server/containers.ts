import { Readable } from 'node:stream'
import { contentOfSigned } from './cms.ts'
import { readHeaders } from './header-text.ts'
import { readTree, type Part } from './mime-tree.ts'
import { readTnef } from './tnef.ts'

const deepest = 5

export const isTnef = ({ type, name }: Part) =>
  type === 'application/ms-tnef' || type === 'application/vnd.ms-tnef' || /^winmail(?:\d+)?\.dat$/i.test(name)

export const isSmime = ({ type, name, disposition }: Part) =>
  /^application\/(?:x-)?pkcs7-mime$/.test(type) ||
  (type === 'application/octet-stream' && disposition !== '' && /\.p7m$/i.test(name))

/** Makes a part of what is found in another one. */
const partOf = (type: string, from: Partial<Part>): Part => ({
  headers: readHeaders(Buffer.alloc(0)),
  type,
  params: new Map(),
  disposition: '',
  name: '',
  cid: '',
  bytes: Buffer.alloc(0),
  parts: [],
  isCut: false,
  ...from,
})

function partsOfTnef(part: Part): Part[] | undefined {
  const tnef = readTnef(part.bytes)
  if (!tnef) return undefined
  const utf8 = new Map([['charset', 'utf-8']])
  const bodies = [
    ...(tnef.text.trim() === ''
      ? []
      : [partOf('text/plain', { params: utf8, bytes: Buffer.from(tnef.text) })]),
    ...(tnef.html.trim() === ''
      ? []
      : [partOf('text/html', { params: utf8, bytes: Buffer.from(tnef.html) })]),
  ]
  const files = tnef.files.map(({ name, type, cid, bytes }) =>
    partOf(type || 'application/octet-stream', { name, cid, bytes, disposition: 'attachment' }),
  )
  return [...(bodies.length > 0 ? [partOf('multipart/alternative', { parts: bodies })] : []), ...files]
}

/** Boundary of the first line, in a multipart whose header names none or another one. */
function repairable(part: Part): string | undefined {
  if (!part.type.startsWith('multipart/') || part.parts.length > 0) return undefined
  return /(?:^|\n)--([^\r\n]{1,100}?)[ \t]*\r?\n(?:Content-|MIME-)/i.exec(
    part.bytes.toString('latin1', 0, 64 * 1024),
  )?.[1]
}

/**
 * Opens what wraps parts of a mail: `winmail.dat`, S/MIME that is only signed, and a multipart whose boundary is named wrongly. The wrapper
 * stays beside what it held.
 */
export async function unwrap(part: Part, depth = 0): Promise<Part> {
  if (depth > deepest) return part
  const boundary = repairable(part)
  if (boundary !== undefined) {
    const head = `Content-Type: multipart/mixed; boundary="${boundary.replaceAll(/["\\]/g, String.raw`\$&`)}"\r\n\r\n`
    const { parts } = await readTree(Readable.from([Buffer.from(head), part.bytes]))
    return parts.length === 0 ? part : unwrap({ ...part, bytes: Buffer.alloc(0), parts }, depth + 1)
  }
  if (part.parts.length > 0) {
    const parts: Part[] = []
    for (const child of part.parts) parts.push(await unwrap(child, depth))
    return { ...part, parts }
  }
  if (isTnef(part)) {
    const found = partsOfTnef(part)
    return found
      ? { ...part, type: 'multipart/x-tnef', bytes: Buffer.alloc(0), parts: [...found, part] }
      : part
  }
  const signed = isSmime(part) ? contentOfSigned(part.bytes) : undefined
  if (signed === undefined) return part
  const inner = await unwrap(await readTree(Readable.from([signed])), depth + 1)
  return { ...part, type: 'multipart/x-signed', bytes: Buffer.alloc(0), parts: [inner, part] }
}
