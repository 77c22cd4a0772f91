import { i18n, words } from '#platform/contract/i18n.ts'
import type { automaticKinds, InboundMail, mailMarks } from '../contract.ts'

export const markWords: Record<(typeof mailMarks)[number], string> = words({
  undecodable: () => i18n.t('Characters could not be decoded'),
  cut: () => i18n.t('Incomplete: the email ends too early'),
  signed: () => i18n.t('Signed, not verified'),
  encrypted: () => i18n.t('Encrypted, cannot be read'),
  tnef: () => i18n.t('In Outlook’s own format (winmail.dat)'),
  calendar: () => i18n.t('Meeting invitation'),
  'sender-used': () => i18n.t('No From address: taken from Sender'),
  shortened: () => i18n.t('Shortened: the original has the whole text'),
})

export const automaticWords: Record<(typeof automaticKinds)[number], string> = words({
  'auto-reply': () => i18n.t('Automatic reply'),
  'out-of-office': () => i18n.t('Out of office'),
  bounce: () => i18n.t('Delivery failure'),
  list: () => i18n.t('Mailing list'),
  bulk: () => i18n.t('Bulk email'),
  notification: () => i18n.t('Automatic notification'),
})

type Address = NonNullable<InboundMail['from']>

/** Writes "Ana Berg <ana@example.com>", or the only part there is. */
export const addressWords = ({ name, address }: Address): string =>
  name && address ? `${name} <${address}>` : name || address

/** Lists the Reply-To addresses other than the sender's: answers would go to them. */
export const differingReplyTo = ({ from, replyTo }: Pick<InboundMail, 'from' | 'replyTo'>): Address[] =>
  replyTo.filter(({ address }) => address.toLowerCase() !== from?.address.toLowerCase())

export const subjectOf = ({ subject }: Pick<InboundMail, 'subject'>): string =>
  subject || i18n.t('(No subject)')

/** Splits a display name, such as "Ana Berg" or "Berg, Ana"; the last word is the last name. */
export function namesIn(name: string): { firstName: string; lastName: string } {
  const [last = '', first] = name.split(',').map((part) => part.trim())
  if (first) return { firstName: first, lastName: last }
  const words = last.split(/\s+/)
  return words.length > 1
    ? { firstName: words.slice(0, -1).join(' '), lastName: words.at(-1) ?? '' }
    : { firstName: last, lastName: '' }
}
