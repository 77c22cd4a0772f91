import { useQuery } from '@tanstack/react-query'
import { FileText, Paperclip } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { opensTicket, type TicketOpener } from '#features/tickets/web/parts/ticket-opener.ts'
import { sizeWords } from '#features/uploads/web/size-words.ts'
import { nameOf } from '#features/users/web/person-name.ts'
import { i18n } from '#platform/contract/i18n.ts'
import { lazyExtra } from '#platform/web/ui/part-boundary.tsx'
import { Markdown } from '#platform/web/markdown.tsx'
import { RelativeTime } from '#platform/web/relative-time.tsx'
import { timeAgo } from '#platform/web/time-ago.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { ErrorNote } from '#platform/web/ui/error-note.tsx'
import { Loading, Skeleton } from '#platform/web/ui/skeleton.tsx'
import type { InboundMail, InboundMailDetail } from '../../contract.ts'
import { mailDetail } from '../api.ts'
import { FoldedText } from '../parts/folded-text.tsx'
import { Marks } from '../parts/marks.tsx'
import { addressWords, automaticWords, differingReplyTo, subjectOf } from '../words.ts'
import { Decisions } from './decisions.tsx'
import { Standing } from './standing.tsx'

const OriginalMail = lazyExtra(() => import('../parts/original-mail.tsx'), 'OriginalMail')

interface MailPanelProps {
  id: string
  /** As the list has it; absent for a mail that is not on its page. */
  row: InboundMail | undefined
  opener: TicketOpener
  /** Called after the decision about it. */
  onSorted(mail: InboundMail): void
}

/**
 * Shows one mail, and the decisions about it while it waits. Their keys work before it has loaded, so that one pressed
 * right after the mail before is not lost.
 */
export function MailPanel({ id, row, opener, onSorted }: MailPanelProps) {
  const found = useQuery(mailDetail(id))
  const mail = found.data
  const known = mail ?? row
  const isFailed = found.isError && !mail
  return (
    <article aria-label={known && subjectOf(known)} className="card min-w-0">
      <header className="flex flex-col gap-3 p-4">
        {mail && <Head mail={mail} opener={opener} />}
        {!mail && !isFailed && (
          <Loading label={i18n.t('Loading the email...')} className="flex flex-col gap-3">
            <Skeleton className="h-6 w-3/5" />
            <Skeleton className="w-2/5" />
            <Skeleton className="mt-4 w-4/5" />
            <Skeleton className="w-7/10" />
          </Loading>
        )}
        {isFailed && (
          <ErrorNote error={found.error} onRetry={() => void found.refetch()} busy={found.isFetching}>
            {i18n.t('The email could not be loaded.')}
          </ErrorNote>
        )}
        {known && (
          <Decisions
            mail={known}
            opener={opener}
            onSorted={onSorted}
            isOffered={!isFailed}
            hasButtons={mail !== undefined}
          />
        )}
      </header>
      {mail && <Body mail={mail} />}
    </article>
  )
}

interface MailProps {
  mail: InboundMailDetail
  opener: TicketOpener
}

function Head({ mail, opener }: MailProps) {
  const { marks, automatic } = mail
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h2 dir="auto" className="min-w-0 text-dialog wrap-anywhere">
          {subjectOf(mail)}
        </h2>
        <Standing mail={mail} />
      </div>
      <Addresses mail={mail} />
      <Marks marks={marks} more={automatic ? [automaticWords[automatic]] : []} />
      {mail.state === 'tray' ? (
        <Suggestion mail={mail} opener={opener} />
      ) : (
        <Result mail={mail} opener={opener} />
      )}
    </>
  )
}

function Body({ mail: { id, text, folded, files, hasSource } }: { mail: InboundMailDetail }) {
  const [isOriginal, showOriginal] = useState(false)
  return (
    <>
      <div className="flex flex-col gap-4 border-t border-border p-4">
        <div>
          {text === '' ? (
            <p className="text-muted">{i18n.t('This email has no text.')}</p>
          ) : (
            <Markdown text={text} headingLevel={3} />
          )}
          <FoldedText folded={folded} />
        </div>
        {files.length > 0 && (
          <section aria-label={i18n.t('Files')}>
            <ul className="flex flex-col gap-1">
              {files.map(({ name, size }, at) => (
                <li key={at} className="flex items-baseline gap-2 text-muted">
                  <Paperclip aria-hidden className="size-3.5! flex-none self-center" />
                  <span className="min-w-0 wrap-anywhere">{name}</span>
                  <span className="flex-none text-meta text-subtle">{sizeWords(size)}</span>
                </li>
              ))}
            </ul>
          </section>
        )}
        {hasSource && (
          <Button size="small" variant="ghost" className="self-start" onClick={() => showOriginal(true)}>
            <FileText aria-hidden />
            {i18n.t('Show original')}
          </Button>
        )}
      </div>
      {isOriginal && <OriginalMail id={id} onClose={() => showOriginal(false)} />}
    </>
  )
}

function Addresses({ mail }: { mail: InboundMailDetail }) {
  const { from, sender, to, cc, mailboxes, receivedAt } = mail
  const others = differingReplyTo(mail)
  const all = (list: InboundMailDetail['to']) => list.map(addressWords).join(', ')
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-0.5 text-meta [&_dd]:wrap-anywhere [&_dt]:text-subtle">
      <Line term={i18n.t('From')}>
        {from ? addressWords(from) : (sender && addressWords(sender)) || i18n.t('Unknown')}
      </Line>
      {others.length > 0 && (
        <Line term={i18n.t('Reply to')}>
          <span className="text-amber-fg">
            {i18n.t('{addresses}: not the sender’s address', { addresses: all(others) })}
          </span>
        </Line>
      )}
      <Line term={i18n.t('Sent to')}>{all(to) || mailboxes.join(', ')}</Line>
      {cc.length > 0 && <Line term={i18n.t('Cc')}>{all(cc)}</Line>}
      <Line term={i18n.t('Received')}>
        <RelativeTime at={receivedAt} label={timeAgo} />
      </Line>
    </dl>
  )
}

const Line = ({ term, children }: { term: string; children: ReactNode }) => (
  <>
    <dt>{term}</dt>
    <dd dir="auto">{children}</dd>
  </>
)

const TicketLink = ({
  ticket: { id, ticketNumber, subject },
  opener,
}: {
  ticket: NonNullable<InboundMail['ticket']>
  opener: TicketOpener
}) => (
  <a className="link" {...opensTicket(opener, id)}>
    {ticketNumber} {subject}
  </a>
)

function Suggestion({ mail: { suggestion }, opener }: MailProps) {
  if (!suggestion) return null
  const { ticket, person, client, clients, sender } = suggestion
  if (!ticket && !person && !client && !sender) return null
  return (
    <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-3 gap-y-0.5 rounded-card bg-sunken p-3 [&_dd]:wrap-anywhere [&_dt]:text-muted">
      {ticket && (
        <Line term={i18n.t('Suggested ticket')}>
          <TicketLink ticket={ticket} opener={opener} />
        </Line>
      )}
      {person && <Line term={i18n.t('Suggested person')}>{nameOf(person)}</Line>}
      {client && <Line term={i18n.t('Suggested client')}>{client.name}</Line>}
      {clients.length > 0 && (
        <Line term={i18n.t('Suggested clients')}>{clients.map(({ name }) => name).join(', ')}</Line>
      )}
      {sender && <Line term={i18n.t('Forwarded from')}>{addressWords(sender)}</Line>}
    </dl>
  )
}

function Result({ mail: { ticket, handledBy, doneAt }, opener }: MailProps) {
  if (!ticket && !handledBy) return null
  return (
    <p className="flex flex-wrap gap-x-2 text-muted">
      {ticket && <TicketLink ticket={ticket} opener={opener} />}
      {handledBy && <span>{i18n.t('Sorted by {name}', { name: nameOf(handledBy) })}</span>}
      {doneAt && <RelativeTime at={doneAt} label={timeAgo} />}
    </p>
  )
}
