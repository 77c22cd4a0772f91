import { extname } from 'node:path'
import { limits } from '#platform/contract/limits.ts'
import { cleanLine } from './clean-text.ts'

/** Names that Windows keeps for devices, with any ending. */
const reserved = /^(?:con|prn|aux|nul|com\d|lpt\d|conin\$|conout\$)(?:\.|$)/i

/** Endings of the types that mails bring without a name. */
const endings: Partial<Record<string, string>> = {
  'image/png': 'png',
  'image/jpeg': 'jpg',
  'image/gif': 'gif',
  'image/webp': 'webp',
  'image/heic': 'heic',
  'image/svg+xml': 'svg',
  'application/pdf': 'pdf',
  'application/zip': 'zip',
  'application/pkcs7-mime': 'p7m',
  'application/pkcs7-signature': 'p7s',
  'application/pgp-signature': 'asc',
  'application/pgp-keys': 'asc',
  'message/rfc822': 'eml',
  'text/calendar': 'ics',
  'text/csv': 'csv',
  'text/html': 'html',
  'text/plain': 'txt',
}

const stems: Partial<Record<string, string>> = { 'message/rfc822': 'message', 'text/calendar': 'invitation' }

/** @returns "picture.png" for an unnamed picture */
function nameByType(type: string): string {
  const ending = endings[type]
  const stem = type.startsWith('image/') ? 'picture' : (stems[type] ?? 'file')
  return ending === undefined ? stem : `${stem}.${ending}`
}

/** Shortens to the bytes that file systems take, and keeps the ending. */
function shorten(name: string): string {
  const ending = extname(name).slice(0, 20)
  let stem = Array.from(name.slice(0, name.length - ending.length))
  while (Buffer.byteLength(stem.join('') + ending) > limits.fileName) stem = stem.slice(0, -1)
  return stem.join('').trim() + ending
}

/**
 * Makes the name of an attached file safe: no path, no reserved name, nothing that hides its ending.
 * @param taken names within the mail, in lower case; the result is added
 */
export function safeFileName(written: string, type: string, taken: Set<string>): string {
  const last = cleanLine(written, 1000).split(/[\\/]/).at(-1) ?? ''
  const plain = last
    .replaceAll(/[<>:"|?*\p{Cf}\uFDD0-\uFDEF]/gu, '_')
    .replaceAll(/^[.\s]+|[.\s]+$/g, '')
    .trim()
  const named = plain === '' ? nameByType(type) : reserved.test(plain) ? `_${plain}` : plain
  const short = shorten(named)
  let name = short
  for (let nr = 2; taken.has(name.toLowerCase()); nr += 1) {
    const ending = extname(short)
    name = shorten(`${short.slice(0, short.length - ending.length).slice(0, 200)} (${nr})${ending}`)
  }
  taken.add(name.toLowerCase())
  return name
}
