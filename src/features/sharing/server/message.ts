import { statusWords, type Ticket } from '#features/tickets/contract.ts'

/** Keeps the code at about 70 squares a side, readable from a card-wide picture. */
const subjectInLink = 180

const letters = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** Shortens to an encoded length; one letter may take many characters. */
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

/** @param address of this server, without a slash */
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
