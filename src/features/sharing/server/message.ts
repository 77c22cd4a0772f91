import { statusWords, type Ticket } from '#features/tickets/contract.ts'

/**
 * How much of a link the subject may take. With it a code has at most some 70 squares a side, which a phone still reads from a
 * picture as wide as a card.
 */
const subjectInLink = 180

const letters = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** Shortens a text to `length` characters of a link, in which one letter may take many. */
function shortened(text: string, length: number): string {
  if (encodeURIComponent(text).length <= length) return text
  const ellipsis = '…'
  let left = length - encodeURIComponent(ellipsis).length
  let kept = ''
  for (const { segment } of letters.segment(text)) {
    left -= encodeURIComponent(segment).length
    if (left < 0) break
    kept += segment
  }
  return `${kept.trimEnd()}${ellipsis}`
}

/** The message about a ticket: number, subject, status and address. @param address of this server, without a slash */
export const messageAbout = (
  { ticketNumber, subject, status }: Pick<Ticket, 'ticketNumber' | 'subject' | 'status'>,
  address: string,
): string =>
  [
    `Ticket ${ticketNumber}: ${shortened(subject, subjectInLink)}`,
    `Status: ${statusWords[status]}`,
    `${address}/my-tickets?ticket=${ticketNumber}`,
  ].join('\n')

/** @param number in international form; absent: the sender chooses the recipient */
export const whatsappUrl = (number: string | undefined, message: string) =>
  `https://wa.me/${number?.replace('+', '') ?? ''}?text=${encodeURIComponent(message)}`
export const smsUrl = (number: string | undefined, message: string) =>
  `sms:${number ?? ''}?body=${encodeURIComponent(message)}`
