import { createHmac, hkdfSync, timingSafeEqual } from 'node:crypto'

/** Number of the key that signs new tokens; a later key leaves the mails of this one readable. */
const keyNumber = '1'
const macBytes = 10
const alphabet = 'abcdefghijklmnopqrstuvwxyz234567'
/** Key number, 16 bytes of the ticket's id and the MAC, in base32 of RFC 4648 without padding. */
const tokenForm = /^1[a-z2-7]{42}$/

function toBase32(bytes: Buffer): string {
  let bits = ''
  for (const byte of bytes) bits += byte.toString(2).padStart(8, '0')
  return (bits.match(/.{1,5}/g) ?? [])
    .map((group) => alphabet[Number.parseInt(group.padEnd(5, '0'), 2)])
    .join('')
}

function fromBase32(text: string): Buffer {
  const bits = Array.from(text, (letter) => alphabet.indexOf(letter).toString(2).padStart(5, '0')).join('')
  return Buffer.from((bits.match(/.{8}/g) ?? []).map((group) => Number.parseInt(group, 2)))
}

const uuidOf = (bytes: Buffer) =>
  bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5')

/** Signs the tickets in reply addresses. @param secret of the installation */
export function createReplyTokens(secret: string) {
  const key = Buffer.from(hkdfSync('sha256', secret, '', `reply address ${keyNumber}`, 32))
  const macOf = (id: Buffer) => createHmac('sha256', key).update(id).digest().subarray(0, macBytes)

  /** @returns 43 letters and digits in lower case */
  function tokenOf(ticketId: string): string {
    const id = Buffer.from(ticketId.replaceAll('-', ''), 'hex')
    return `${keyNumber}${toBase32(Buffer.concat([id, macOf(id)]))}`
  }

  /** @returns the id of the ticket; null for any text that this installation has not signed */
  function ticketOf(token: string): string | null {
    const lower = token.toLowerCase()
    if (!tokenForm.test(lower)) return null
    const bytes = fromBase32(lower.slice(1))
    const id = bytes.subarray(0, 16)
    return timingSafeEqual(bytes.subarray(16), macOf(id)) ? uuidOf(id) : null
  }

  return { tokenOf, ticketOf }
}

export type ReplyTokens = ReturnType<typeof createReplyTokens>

/** @param mailbox "support@desk.example" @returns "support+1abc…@desk.example" */
export function replyAddress(mailbox: string, token: string): string {
  const at = mailbox.lastIndexOf('@')
  return `${mailbox.slice(0, at)}+${token}${mailbox.slice(at)}`
}

/** @returns the part behind the last plus sign of the local part; undefined without one */
export function tokenInAddress(address: string): string | undefined {
  const local = address.slice(0, address.lastIndexOf('@'))
  const plus = local.lastIndexOf('+')
  return plus === -1 ? undefined : local.slice(plus + 1)
}

const tokenPattern = /\+(1[a-z2-7]{42})(?=@)/gi

/** Reply tokens in addresses of a text, each once. */
export const tokensIn = (text: string): string[] => [
  ...new Set([...text.matchAll(tokenPattern)].map(([, token = '']) => token.toLowerCase())),
]
