import { nameOf } from '#features/users/web/person-name.ts'
import { i18n } from '#platform/contract/i18n.ts'
import { isOneOf } from '#platform/contract/narrowing.ts'
import { Badge } from '#platform/web/ui/badge.tsx'
import { trayReasons, trayReasonWords, type InboundMail } from '../../contract.ts'

/** Tells why a mail waits, or what became of it. */
export function Standing({ mail }: { mail: InboundMail }) {
  const { state, reason } = mail
  if (state === 'tray' && isOneOf(trayReasons, reason))
    return <Badge hue={reason === 'dmarc-failed' ? 'red' : 'amber'}>{trayReasonWords[reason]}</Badge>
  return <Badge hue={state === 'done' ? 'green' : 'gray'}>{outcomeWords(mail)}</Badge>
}

function outcomeWords({ state, outcome, reason, ticket, commentId, handledBy }: InboundMail): string {
  if (state === 'received') return i18n.t('Being read')
  if (state === 'tray') return i18n.t('Unsorted')
  if (reason === 'held') return i18n.t('Held back: too many alike')
  if (state === 'dropped') {
    if (reason === 'blocked') return i18n.t('Dropped: sender blocked')
    return handledBy ? i18n.t('Dropped by {name}', { name: nameOf(handledBy) }) : i18n.t('Dropped')
  }
  const number = ticket?.ticketNumber ?? i18n.t('a deleted ticket')
  if (outcome === 'ticket') return i18n.t('Became {number}', { number })
  if (outcome === 'comment')
    return commentId ? i18n.t('Comment on {number}', { number }) : i18n.t('Added to {number}', { number })
  if (reason === 'supplier') return i18n.t('Supplier’s email on {number}', { number })
  if (outcome === 'event') return i18n.t('Noted on {number}', { number })
  return reason === 'automatic' ? i18n.t('Ignored: automatic') : i18n.t('Already known')
}
