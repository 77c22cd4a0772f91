import { CornerDownRight } from 'lucide-react'
import type { ReactNode } from 'react'
import { i18n } from '#platform/contract/i18n.ts'
import { cn } from '#platform/web/cn.ts'
import { RelativeTime } from '#platform/web/relative-time.tsx'
import { timeAgo } from '#platform/web/time-ago.ts'
import type { InboundMail } from '../../contract.ts'
import { addressWords, differingReplyTo, subjectOf } from '../words.ts'
import { Standing } from './standing.tsx'

interface MailListProps {
  mails: readonly InboundMail[]
  chosenId: string | undefined
  onChoose(id: string): void
  /** Shown below the mails. */
  foot: ReactNode
}

export const MailList = ({ mails, chosenId, onChoose, foot }: MailListProps) => (
  <section aria-label={i18n.t('Emails')} className="card min-w-0">
    <ul className="md:max-h-[calc(100dvh-200px)] md:overflow-y-auto">
      {mails.map((mail) => (
        <Row key={mail.id} mail={mail} isChosen={mail.id === chosenId} onChoose={() => onChoose(mail.id)} />
      ))}
    </ul>
    {foot}
  </section>
)

interface RowProps {
  mail: InboundMail
  isChosen: boolean
  onChoose(): void
}

function Row({ mail, isChosen, onChoose }: RowProps) {
  const { from, excerpt, receivedAt, suggestion } = mail
  const [replyTo] = differingReplyTo(mail)
  return (
    <li
      className={cn(
        'relative flex flex-col gap-0.5 border-b border-border p-3 last:border-b-0',
        isChosen ? 'bg-selected' : 'hover:bg-hover',
      )}
    >
      <div className="flex items-baseline gap-2">
        <p dir="auto" className="min-w-0 flex-1 truncate text-meta text-muted">
          {from ? addressWords(from) : i18n.t('Unknown')}
        </p>
        <RelativeTime at={receivedAt} label={timeAgo} className="flex-none text-meta text-subtle" />
      </div>
      {replyTo && (
        <p className="truncate text-meta text-amber-fg">
          {i18n.t('Reply to: {address}', { address: addressWords(replyTo) })}
        </p>
      )}
      <button
        type="button"
        data-mail={mail.id}
        aria-current={isChosen || undefined}
        dir="auto"
        className="truncate text-start font-medium after:absolute after:inset-0"
        onClick={onChoose}
      >
        {subjectOf(mail)}
      </button>
      {excerpt && (
        <p dir="auto" className="line-clamp-2 text-muted wrap-anywhere">
          {excerpt}
        </p>
      )}
      <p className="mt-1 flex min-w-0 flex-wrap items-center gap-x-2 gap-y-1">
        <Standing mail={mail} />
        {suggestion?.ticket && (
          <span className="inline-flex min-w-0 items-center gap-1 text-meta text-muted">
            <CornerDownRight aria-hidden className="size-3.5! flex-none rtl:-scale-x-100" />
            <span className="truncate">{suggestion.ticket.ticketNumber}</span>
          </span>
        )}
      </p>
    </li>
  )
}
