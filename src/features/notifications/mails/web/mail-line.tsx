import { i18n, words } from '#platform/contract/i18n.ts'
import { Mail, MailWarning } from 'lucide-react'
import type { ReactNode } from 'react'
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

interface Place {
  id: string
  isLeftOut: boolean
}

interface MailLineProps extends Place {
  mail: TicketMail
}

/** A mail as one line of the conversation; shown to staff alone. */
export function MailLine({ mail: { to, topic, at, outcome }, ...place }: MailLineProps) {
  return (
    <Line {...place} isTrouble={outcome !== 'sent'} at={at}>
      {outlines[topic](nameOf(to))}
      <span aria-hidden> · </span>
      <span className={outcome === 'sent' ? undefined : 'text-red-fg'}>{outcomes[outcome]}</span>
    </Line>
  )
}

interface BounceLineProps extends Place {
  to: TicketMail['to']
  reason: string
  at: string
}

/** The return of a mail, at its time. */
export function BounceLine({ to, reason, at, ...place }: BounceLineProps) {
  return (
    <Line {...place} isTrouble at={at}>
      {i18n.t('The email to {name} came back', { name: nameOf(to) })}
      <span aria-hidden> · </span>
      <span className="text-red-fg">{reason}</span>
    </Line>
  )
}

interface LineProps extends Place {
  isTrouble: boolean
  at: string
  children: ReactNode
}

function Line({ id, isLeftOut, isTrouble, at, children }: LineProps) {
  const Icon = isTrouble ? MailWarning : Mail
  return (
    <li
      id={id}
      tabIndex={-1}
      data-left-out={isLeftOut ? '' : undefined}
      className="no-print -mx-3 flex items-start gap-3 rounded-card border border-transparent px-3 py-1 text-meta font-normal text-muted"
    >
      <span aria-hidden className="flex w-8 flex-none justify-center pt-px">
        <Icon className={isTrouble ? 'size-3.5! text-red-fg' : 'size-3.5! text-subtle'} />
      </span>
      <p className="min-w-0 flex-1 wrap-anywhere">
        {children} <RelativeTime at={at} label={talkTime} className="whitespace-nowrap text-subtle" />
      </p>
    </li>
  )
}
