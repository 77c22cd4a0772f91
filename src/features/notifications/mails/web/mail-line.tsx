import { i18n, words } from '#platform/contract/i18n.ts'
import { Mail, MailWarning } from 'lucide-react'
import { nameOf } from '#features/users/web/person-name.ts'
import { RelativeTime } from '#platform/web/relative-time.tsx'
import { talkTime } from '#features/tickets/web/parts/talk-time.ts'
import type { MailTopic, TicketMail } from '../contract.ts'

const outlines: Record<MailTopic, (name: string) => string> = {
  status: (name) => i18n.t('Email to {name}: status changed', { name }),
  assignment: (name) => i18n.t('Email to {name}: ticket assigned', { name }),
  update: (name) => i18n.t('Email to {name}: ticket updated', { name }),
}

const outcomes: Record<TicketMail['outcome'], string> = words({
  sent: () => i18n.t('sent'),
  waiting: () => i18n.t('not accepted yet, will be retried'),
  failed: () => i18n.t('could not be sent'),
})

interface MailLineProps {
  id: string
  isLeftOut: boolean
  mail: TicketMail
}

/** A mail as one line of the conversation; shown to staff alone. */
export function MailLine({ id, isLeftOut, mail: { to, topic, at, outcome } }: MailLineProps) {
  const Icon = outcome === 'sent' ? Mail : MailWarning
  return (
    <li
      id={id}
      tabIndex={-1}
      data-left-out={isLeftOut ? '' : undefined}
      className="no-print -mx-3 flex items-start gap-3 rounded-card border border-transparent px-3 py-1 text-meta font-normal text-muted"
    >
      <span aria-hidden className="flex w-8 flex-none justify-center pt-px">
        <Icon className={outcome === 'sent' ? 'size-3.5! text-subtle' : 'size-3.5! text-red-fg'} />
      </span>
      <p className="min-w-0 flex-1 wrap-anywhere">
        {outlines[topic](nameOf(to))}
        <span aria-hidden> · </span>
        <span className={outcome === 'sent' ? undefined : 'text-red-fg'}>{outcomes[outcome]}</span>{' '}
        <RelativeTime at={at} label={talkTime} className="whitespace-nowrap text-subtle" />
      </p>
    </li>
  )
}
