import iconv from 'iconv-lite'

export interface Decoded {
  text: string
  /** False when bytes were illegal in the charset, or the charset is unknown. */
  isExact: boolean
}

const utf8 = new TextDecoder('utf-8', { fatal: true })

/** @returns undefined for bytes that are not UTF-8 */
function decodeUtf8(bytes: Uint8Array): string | undefined {
  try {
    return utf8.decode(bytes)
  } catch {
    return undefined
  }
}

/** Length of the sequence that a lead byte announces; 0 for a byte that leads none. */
const announced = (lead: number) =>
  lead >= 0xc2 && lead <= 0xdf ? 2 : lead >= 0xe0 && lead <= 0xef ? 3 : lead >= 0xf0 && lead <= 0xf4 ? 4 : 0

const windows1252 = Array.from(
  iconv.decode(Buffer.from(Array.from({ length: 256 }, (_, byte) => byte)), 'windows-1252'),
)

const isTrail = (byte: number | undefined) => byte !== undefined && byte >= 0x80 && byte <= 0xbf

/**
 * Reads text that is UTF-8 for the most part: emoji in two halves (CESU-8) are joined, single bytes are read as Windows-1252, and a
 * sequence that was cut becomes U+FFFD.
 */
function decodeNearlyUtf8(bytes: Buffer): string {
  const texts: string[] = []
  let good = 0
  const keep = (end: number) => end > good && texts.push(bytes.toString('utf8', good, end))
  for (let at = 0; at < bytes.length;) {
    const lead = bytes[at] ?? 0
    if (lead < 0x80) {
      at += 1
      continue
    }
    const length = announced(lead)
    let found = 1
    while (found < length && isTrail(bytes[at + found])) found += 1
    const sequence = bytes.subarray(at, at + found)
    const isWhole = length > 0 && found === length
    if (isWhole && decodeUtf8(sequence) !== undefined) {
      at += length
      continue
    }
    keep(at)
    if (isWhole && lead === 0xed)
      texts.push(
        String.fromCharCode(0xd000 | (((sequence[1] ?? 0) & 0x3f) << 6) | ((sequence[2] ?? 0) & 0x3f)),
      )
    else if (length > found && (found > 1 || at + found === bytes.length)) texts.push('\uFFFD')
    else texts.push(Array.from(sequence, (byte) => windows1252[byte]).join(''))
    at += found
    good = at
  }
  keep(bytes.length)
  return texts.join('').toWellFormed()
}

const hasHighBytes = (bytes: Uint8Array) => bytes.some((byte) => byte >= 0x80)

/** Reads bytes without a charset, or with one that says less than the bytes. */
function guess(bytes: Buffer): Decoded {
  if (!hasHighBytes(bytes)) return { text: bytes.toString('latin1'), isExact: true }
  const text = decodeUtf8(bytes)
  if (text !== undefined) return { text, isExact: true }
  // Text of one byte a letter has few sequences of UTF-8 by accident.
  const nearly = decodeNearlyUtf8(bytes)
  const isUtf8 =
    /[\u0100-\u{10FFFF}]/u.test(nearly) && bytes.toString('utf8').match(/[\u0080-\uFFFC]/g) !== null
  return { text: isUtf8 ? nearly : iconv.decode(bytes, 'windows-1252'), isExact: false }
}

/** Their decoders in the runtime know the vendors' characters, and mark what they do not know. */
const japanese =
  /^(?:cs)?(?:iso-?2022-?jp|jis|cp5022[0-2]|euc-?jp|x-euc-?jp|eucjp|shift_?jis|x-sjis|sjis|windows-31j|cp932|ms932)/i

function japaneseDecoder(charset: string): InstanceType<typeof TextDecoder> {
  if (/euc/i.test(charset)) return new TextDecoder('euc-jp')
  return new TextDecoder(/2022|^(?:cs)?jis|5022/i.test(charset) ? 'iso-2022-jp' : 'shift_jis')
}

const oneByte = /^(?:iso-?8859|latin|l\d|windows-?125|win-?125|cp-?125|x-?cp125)/i
const noCharset =
  /^(?:|us-?ascii|ascii|ansi_x3\.4.*|unknown.*|x-unknown|binary|7-?bit|8-?bit|default.*|none|x-user-defined)$/i

/**
 * Decodes bytes; never fails.
 * @param charset as declared; believed unless the bytes prove it wrong
 */
export function decodeBytes(bytes: Buffer, charset: string): Decoded {
  const name = charset
    .trim()
    .replace(/^["']|["']$/g, '')
    .replace(/\*.*$/, '')
  if (noCharset.test(name)) return guess(bytes)
  if (/^utf-?8/i.test(name)) {
    const text = decodeUtf8(bytes)
    return text === undefined ? { text: decodeNearlyUtf8(bytes), isExact: false } : { text, isExact: true }
  }
  if (oneByte.test(name) && hasHighBytes(bytes)) {
    const text = decodeUtf8(bytes)
    if (text !== undefined) return { text, isExact: true }
  }
  if (japanese.test(name)) {
    const text = japaneseDecoder(name).decode(bytes)
    return { text, isExact: !text.includes('\uFFFD') }
  }
  // Windows has letters where ISO 8859-1 has controls, as browsers read it.
  const known = /^(?:iso-?8859-?1|latin-?1|l1)$/i.test(name) ? 'windows-1252' : name
  if (!iconv.encodingExists(known) || /^(?:base64|hex)$/i.test(known))
    return { ...guess(bytes), isExact: false }
  const text = iconv.decode(bytes, known).toWellFormed()
  return { text, isExact: !text.includes('\uFFFD') }
}
