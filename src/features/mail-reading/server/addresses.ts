import { domainToASCII } from 'node:url'
import addressparser from 'nodemailer/lib/addressparser'
import { createHash } from 'node:crypto'
import { cleanLine } from './clean-text.ts'
import { decodeWords, hideWords, type HeaderBlock } from './header-text.ts'
import { readLimits, type MailAddress } from './public/read-mail.ts'

const longestName = 200
const longestAddress = 254
const longestMessageId = 250

/** @returns the address in lower case with its domain in ASCII; undefined for anything else */
export function validAddress(written: string): string | undefined {
  const match = /^([^\s@<>()[\],;:\\"\p{Cc}\uFDD0\uFDD1\uFFFD]+)@([^\s@<>()[\],;:\\"\p{Cc}]+)$/u.exec(
    written.trim().normalize('NFC'),
  )
  const domain = domainToASCII(match?.[2]?.replace(/\.$/, '') ?? '')
  const address = `${match?.[1]?.toLowerCase()}@${domain}`
  return match && domain !== '' && address.length <= longestAddress ? address : undefined
}

const nameOf = (name: string) =>
  cleanLine(name, longestName)
    .replace(/^(["'])(.*)\1$/, '$2')
    .trim()

interface Parsed {
  name: string
  address?: string
  group?: Parsed[]
}

/** Reads a header of addresses. @returns also those without a valid address, which have '' */
function parse(value: string): MailAddress[] {
  const { hidden, show } = hideWords(value)
  const flat = (some: readonly Parsed[]): Parsed[] =>
    some.flatMap((one) => (one.group ? flat(one.group) : [one]))
  return flat(addressparser(hidden))
    .slice(0, readLimits.addresses)
    .map(({ name, address = '' }) => ({ name: nameOf(show(name)), address: validAddress(address) ?? '' }))
}

/** Lists the valid addresses of all headers of that name. */
export const listAddresses = (headers: HeaderBlock, name: string): MailAddress[] =>
  headers
    .all(name)
    .flatMap(parse)
    .filter(({ address }) => address !== '')
    .slice(0, readLimits.addresses)

/** A group, a route, or two pairs of brackets: programs disagree about whose address that is. */
function isAmbiguous(value: string): boolean {
  const bare = hideWords(value).hidden.replaceAll(/"(?:[^"\\]|\\.)*"|\([^()]*\)/g, '')
  return bare.includes(':') || bare.indexOf('<') !== bare.lastIndexOf('<')
}

/**
 * Reads the one author of a mail. Encoded words are taken for names only (RFC 2047, section 5).
 * @returns null when the headers name none, several, one that is no address, or one that is ambiguous
 */
export function findOnlyAddress(headers: HeaderBlock, name: string): MailAddress | null {
  if (headers.all(name).some(isAmbiguous)) return null
  const found = headers.all(name).flatMap(parse)
  const [first] = found
  if (!first || first.address === '' || found.some(({ address }) => address !== first.address)) return null
  return first
}

/** Reads the first address within a free text, as forwarded mails and reports have it. */
export function findAddressIn(text: string): MailAddress | null {
  const match = /(?:mailto:)?([^\s<>()[\],;:"'*|\\]{1,100}@[^\s<>()[\],;:"'*|\\]{1,200})/.exec(
    decodeWords(text).text,
  )
  const address = validAddress(match?.[1]?.replace(/[.>]+$/, '') ?? '')
  if (!match || address === undefined) return null
  const before = text.slice(0, match.index).replaceAll(/[<[(*\\]+\s*$|\[mailto:|["*\\]/gi, '')
  const name = nameOf(before.replaceAll(/[<[(]+\s*$/g, ''))
  return { name: name.includes('@') ? '' : name, address }
}

/** @param id without angle brackets */
export const boundedMessageId = (id: string): string =>
  id.length <= longestMessageId ? id : createHash('sha256').update(id).digest('hex')

/** Lists the Message-IDs of a header, without angle brackets. */
export function listMessageIds(value: string): string[] {
  const text = cleanLine(decodeWords(value).text, 64 * 1024)
  const bracketed = [...text.matchAll(/<([^<>]+)>/g)].map(([, id = '']) => id.replaceAll(/\s/g, ''))
  const found = bracketed.length > 0 ? bracketed : text.split(/[\s,;]+/).filter((part) => part.includes('@'))
  return [...new Set(found.filter((id) => id !== '').map(boundedMessageId))]
}

/** Bounds a thread: its first message, and the latest. */
export const boundedReferences = (ids: readonly string[]): string[] =>
  ids.length <= readLimits.references
    ? [...ids]
    : [...ids.slice(0, 1), ...ids.slice(1 - readLimits.references)]
