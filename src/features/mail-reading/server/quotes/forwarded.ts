import { findAddressIn, findOnlyAddress } from '../addresses.ts'
import { readHeaders } from '../header-text.ts'
import type { Part } from '../mime-tree.ts'
import { forwardedLine, forwardedSubject, fromLine, otherLine, sentLine } from './quote-words.ts'
import type { MailAddress } from '../public/read-mail.ts'
import { anySign } from './signs.ts'

/** True when a mail passes another one on: by its subject, or by a line that comes before anything quoted. */
export function isForwarded(subject: string, lines: readonly string[]): boolean {
  if (forwardedSubject.test(subject)) return true
  const first = lines.findIndex((line) => forwardedLine.test(line))
  if (first === -1 || /^\s*>/.test(lines[first] ?? '')) return false
  return !lines.slice(0, first).some((line, at) => /^\s*>/.test(line) || isHeadOfMail(lines, at))
}

/** True where "From: … Sent: …" begins. */
const isHeadOfMail = (lines: readonly string[], at: number) =>
  fromLine.test(lines[at] ?? '') &&
  lines.slice(at + 1, at + 8).some((line) => sentLine.test(line) || otherLine.test(line))

/** Finds the sender of the mail that is passed on, as its headers in the text or the attached mail name them. */
export function findForwarded(text: string, messages: readonly Part[]): MailAddress | null {
  const lines = text.replaceAll(anySign, '').split('\n')
  for (let at = 0; at < lines.length; at += 1) {
    if (!isHeadOfMail(lines, at)) continue
    // The address may stand on the next line.
    const value = fromLine.exec(lines[at] ?? '')?.[1] ?? ''
    const next = lines[at + 1] ?? ''
    const found =
      findAddressIn(value) ??
      (sentLine.test(next) || otherLine.test(next) ? null : findAddressIn(`${value} ${next}`))
    if (found) return found
  }
  const [only, ...others] = messages
  return only && others.length === 0
    ? findOnlyAddress(readHeaders(only.bytes.subarray(0, 256 * 1024)), 'from')
    : null
}
