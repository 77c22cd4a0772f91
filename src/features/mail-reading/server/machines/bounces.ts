import { boundedMessageId, findAddressIn, listMessageIds, validAddress } from '../addresses.ts'
import { cleanLine } from '../clean-text.ts'
import { decodeWords, readHeaders, type HeaderBlock } from '../header-text.ts'
import type { Part } from '../mime-tree.ts'
import { readLimits, type Bounce } from '../public/read-mail.ts'

export const isStatusPart = ({ type }: Part) =>
  type === 'message/delivery-status' || type === 'message/global-delivery-status'

const longestDiagnostic = 500

const leaves = (part: Part): Part[] => (part.parts.length > 0 ? part.parts.flatMap(leaves) : [part])

/** @param value "rfc822; ben@meridian.example" */
function recipientIn(value: string): string {
  const address = decodeWords(value.replace(/^[^;]*;/, ''))
    .text.trim()
    .replaceAll(/^<|>$/g, '')
  return validAddress(address) ?? findAddressIn(address)?.address ?? ''
}

function readRecipient(block: HeaderBlock): (Omit<Bounce, 'action'> & { action: string }) | undefined {
  const address =
    recipientIn(block.first('original-recipient')) || recipientIn(block.first('final-recipient'))
  const action = block.first('action').toLowerCase().trim()
  if (address === '' && action === '') return undefined
  const diagnostic = cleanLine(
    decodeWords(block.first('diagnostic-code')).text.replace(/^\s*smtp\s*;/i, ''),
    longestDiagnostic,
  )
  const status = /\b[245]\.\d{1,3}\.\d{1,3}\b/.exec(`${block.first('status')} ${diagnostic}`)?.[0]
  return { address, action, diagnostic, status: status ?? (action === 'delayed' ? '4.0.0' : '5.0.0') }
}

export interface Report {
  bounces: Bounce[]
  /** Everything has arrived, as somebody wished to know. */
  isSuccess: boolean
  bouncedMessageId: string | null
}

const isWanted = (action: string): action is Bounce['action'] => action === 'failed' || action === 'delayed'

/** Reads the machine part of a delivery report (RFC 3464). */
function readStatus(part: Part): ReturnType<typeof readRecipient>[] {
  const blocks = part.bytes.toString('latin1').split(/\r?\n[ \t]*\r?\n/)
  return blocks
    .slice(0, readLimits.addresses)
    .map((block) => readRecipient(readHeaders(Buffer.from(block, 'latin1'))))
}

/** Lists what a mail server says in prose about each recipient, where it sends no machine part. */
function readProse(text: string): Bounce[] {
  const found = new Map<string, Bounce>()
  for (const match of text
    .slice(0, 50_000)
    .matchAll(/<?([^\s<>():;"]{1,64}@[^\s<>():;"]{1,200}?)>?[:.]?\s/g)) {
    const address = validAddress(match[1] ?? '')
    const after = text.slice(match.index + match[0].length, match.index + match[0].length + 400)
    const code = /\b(?:([45])\d\d[ -]+)?#?([45]\.\d{1,3}\.\d{1,3})\b|\b([45])[0-5]\d[ -]/.exec(
      after.split(/\n\s*\n/)[0] ?? '',
    )
    if (address === undefined || !code || found.has(address)) continue
    const status = code[2] ?? `${code[3]}.0.0`
    const diagnostic = cleanLine(after.split(/\n\s*\n/)[0] ?? '', longestDiagnostic)
    found.set(address, { address, status, action: status.startsWith('4') ? 'delayed' : 'failed', diagnostic })
  }
  return [...found.values()]
}

function findReturnedId(parts: readonly Part[], headers: HeaderBlock, text: string): string | null {
  for (const part of parts) {
    if (
      ![
        'message/rfc822',
        'message/global',
        'text/rfc822-headers',
        'message/global-headers',
        'message/rfc822-headers',
      ].includes(part.type)
    )
      continue
    const [id] = listMessageIds(readHeaders(part.bytes.subarray(0, 256 * 1024)).first('message-id'))
    if (id !== undefined) return id
  }
  const own = listMessageIds(headers.first('message-id'))
  const named = [
    ...listMessageIds(headers.first('x-original-message-id')),
    ...listMessageIds(headers.first('in-reply-to')),
    ...listMessageIds(headers.first('references')).toReversed(),
  ]
  const inText = /^[\s>]*Message-ID:\s*<([^<>\s]+)>/im.exec(text)?.[1]
  return named.find((id) => !own.includes(id)) ?? (inText === undefined ? null : boundedMessageId(inText))
}

/**
 * Reads what a delivery report says.
 * @param isBounce also without a machine part
 * @param text all text of the mail
 */
export function readReport(root: Part, isBounce: boolean, text: string): Report {
  const parts = leaves(root)
  const statuses = parts.filter(isStatusPart).flatMap(readStatus)
  const told = statuses.flatMap((one) => (one ? [one] : []))
  const bounces = told.flatMap(({ action, ...one }) =>
    isWanted(action) && one.address !== '' ? [{ ...one, action }] : [],
  )
  const isSuccess =
    bounces.length === 0 && told.length > 0 && told.every(({ action }) => action !== '' && !isWanted(action))
  if (!isBounce && told.length === 0) return { bounces: [], isSuccess: false, bouncedMessageId: null }
  if (bounces.length === 0 && !isSuccess) {
    const failed = root.headers.all('x-failed-recipients').flatMap((value) => value.split(','))
    const prose = readProse(text)
    for (const address of failed.map((one) => validAddress(one))) {
      if (address === undefined || bounces.some((one) => one.address === address)) continue
      bounces.push(
        prose.find((one) => one.address === address) ?? {
          address,
          status: '5.0.0',
          action: 'failed',
          diagnostic: '',
        },
      )
    }
    if (bounces.length === 0) bounces.push(...prose)
  }
  return {
    bounces: bounces.slice(0, readLimits.addresses),
    isSuccess,
    bouncedMessageId: findReturnedId(parts, root.headers, text),
  }
}
