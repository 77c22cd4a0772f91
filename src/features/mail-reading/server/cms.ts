const signedData = Buffer.from('2a864886f70d010702', 'hex')
const deepest = 32

interface Element {
  tag: number
  isConstructed: boolean
  /** Places of the content's beginning and end, and of the next element. */
  start: number
  end: number
  next: number
}

/** Reads the head of an element of BER (X.690), also of indefinite length. @returns undefined for anything else */
function elementAt(bytes: Buffer, at: number, stop: number, depth = 0): Element | undefined {
  const tag = bytes[at]
  const first = bytes[at + 1]
  if (tag === undefined || first === undefined || at + 2 > stop || depth > deepest) return undefined
  const isConstructed = (tag & 0x20) !== 0
  if (first < 0x80) {
    const end = at + 2 + first
    return end <= stop ? { tag, isConstructed, start: at + 2, end, next: end } : undefined
  }
  const size = first & 0x7f
  if (size > 0) {
    if (size > 4 || at + 2 + size > stop) return undefined
    const start = at + 2 + size
    const end = start + bytes.readUIntBE(at + 2, size)
    return end <= stop ? { tag, isConstructed, start, end, next: end } : undefined
  }
  let inner = at + 2
  while (inner + 2 <= stop && (bytes[inner] !== 0 || bytes[inner + 1] !== 0)) {
    const child = elementAt(bytes, inner, stop, depth + 1)
    if (!child) return undefined
    inner = child.next
  }
  return inner + 2 <= stop ? { tag, isConstructed, start: at + 2, end: inner, next: inner + 2 } : undefined
}

function childrenOf(bytes: Buffer, parent: Element): Element[] {
  const children: Element[] = []
  for (let at = parent.start; at < parent.end && children.length < 10_000;) {
    const child = elementAt(bytes, at, parent.end)
    if (!child) break
    children.push(child)
    at = child.next
  }
  return children
}

/** Joins the pieces of an OCTET STRING. */
const octets = (bytes: Buffer, element: Element): Buffer =>
  element.isConstructed
    ? Buffer.concat(childrenOf(bytes, element).map((child) => octets(bytes, child)))
    : bytes.subarray(element.start, element.end)

/**
 * Takes the mail out of a signed message (CMS SignedData, RFC 5652); the signature is not verified.
 * @returns undefined for any other content, such as an encrypted mail
 */
export function contentOfSigned(bytes: Buffer): Buffer | undefined {
  const info = elementAt(bytes, 0, bytes.length)
  const [type, wrapped] = info ? childrenOf(bytes, info) : []
  if (!type || !wrapped || !bytes.subarray(type.start, type.end).equals(signedData)) return undefined
  const [signed] = childrenOf(bytes, wrapped)
  const content = signed && childrenOf(bytes, signed).find(({ tag }) => tag === 0x30)
  const explicit = content && childrenOf(bytes, content)[1]
  const [octetString] = explicit ? childrenOf(bytes, explicit) : []
  return octetString ? octets(bytes, octetString) : undefined
}
