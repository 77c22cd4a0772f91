import { Link } from '@tanstack/react-router'
import { Clock, Mail, MailWarning, type LucideIcon } from 'lucide-react'
import type { ReactNode } from 'react'
import { nameOf } from '#features/users/web/person-name.ts'
import { talkTime } from '#features/tickets/web/parts/talk-time.ts'
import { i18n } from '#platform/contract/i18n.ts'
import { cn } from '#platform/web/cn.ts'
import { RelativeTime } from '#platform/web/relative-time.tsx'
import { listed } from '#platform/web/written.ts'
import type { TicketMail, TicketMails } from '../contract.ts'

interface CommentMailsProps {
  mails: readonly TicketMail[]
  queued: TicketMails['queued']
  /** The viewer may retry what failed. */
  mayRetry: boolean
}

const namesOf = (mails: readonly Pick<TicketMail, 'to'>[]) => listed(mails.map(({ to }) => nameOf(to)))

const hasArrived = ({ outcome, bounce }: TicketMail) => outcome === 'sent' && bounce === null

/** Reason why a mail has not arrived, as far as it is known. */
function trouble({ to, outcome, failure, bounce }: TicketMail): string {
  const name = nameOf(to)
  const reason = bounce?.reason ?? failure ?? ''
  if (bounce?.at) return i18n.t('The email to {name} came back: {reason}', { name, reason })
  if (bounce) return i18n.t('The email to {name} may not have arrived: {reason}', { name, reason })
  return outcome === 'waiting'
    ? i18n.t('The email to {name} was not accepted yet and will be retried: {reason}', { name, reason })
    : i18n.t('The email to {name} could not be sent: {reason}', { name, reason })
}

/** Mails that carried a comment, as quiet lines below it; shown to staff alone. */
export function CommentMails({ mails, queued, mayRetry }: CommentMailsProps) {
  const arrived = mails.filter(hasArrived)
  const newest = arrived.at(-1)
  return (
    <div className="no-print mt-1 flex flex-col gap-0.5 text-meta font-normal text-subtle">
      {queued.length > 0 && (
        <Line icon={Clock}>{i18n.t('Emailing {names} in a moment', { names: namesOf(queued) })}</Line>
      )}
      {newest && (
        <Line icon={Mail}>
          {i18n.t('Emailed to {names}', { names: namesOf(arrived) })}
          <span aria-hidden> · </span>
          <RelativeTime at={newest.at} label={talkTime} className="whitespace-nowrap" />
        </Line>
      )}
      {mails
        .filter((mail) => !hasArrived(mail))
        .map((mail) => (
          <Line key={mail.id} icon={MailWarning} isTrouble>
            {trouble(mail)}
            {mayRetry && mail.outcome === 'failed' && (
              <>
                {' '}
                <Link to="/email-management" className="text-link hover:underline">
                  {i18n.t('Try again in Email Management')}
                </Link>
              </>
            )}
          </Line>
        ))}
    </div>
  )
}

interface LineProps {
  icon: LucideIcon
  isTrouble?: boolean
  children: ReactNode
}

const Line = ({ icon: Icon, isTrouble = false, children }: LineProps) => (
  <p className={cn('flex items-start gap-1.5', isTrouble && 'text-red-fg')}>
    <Icon aria-hidden className="mt-0.5 size-3.5! flex-none" />
    <span className="min-w-0 wrap-anywhere">{children}</span>
  </p>
)
