import { Mail } from 'lucide-react'
import { useState } from 'react'
import type { TicketMails } from '#features/inbound/contract.ts'
import { FoldedText } from '#features/inbound/web/parts/folded-text.tsx'
import { Marks } from '#features/inbound/web/parts/marks.tsx'
import type { TicketOpener } from '#features/tickets/web/parts/ticket-opener.ts'
import { i18n } from '#platform/contract/i18n.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { lazyExtra } from '#platform/web/ui/part-boundary.tsx'
import { sideBySide } from '#platform/web/written.ts'
import { SplitMail } from './split-mail.tsx'

const OriginalMail = lazyExtra(() => import('#features/inbound/web/parts/original-mail.tsx'), 'OriginalMail')

type TicketMail = TicketMails['mails'][number]

/** Marks an entry of the conversation that came by mail. */
export const MailSign = () => (
  <span className="inline-flex items-center gap-1 text-meta font-normal text-subtle">
    <Mail aria-hidden className="size-3.5!" />
    {i18n.t('by email')}
  </span>
)

function notesOf({ newSubject, leftOut, isThanks }: TicketMail): string[] {
  const notes: string[] = []
  if (newSubject !== null) notes.push(i18n.t('New subject: {subject}', { subject: newSubject }))
  if (isThanks) notes.push(i18n.t('Thanks only: the ticket was not reopened'))
  if (leftOut.length > 0) notes.push(i18n.t('Left out: {files}', { files: sideBySide(leftOut) }))
  return notes
}

interface MailRestProps {
  mail: TicketMail
  /** For the desk: offers a ticket of its own for a new subject. */
  split?: { ticketId: string; opener: TicketOpener } | undefined
}

/** Shows the rest of a mail below its text: quoted parts, marks, and for staff its source. */
export function MailRest({ mail, split }: MailRestProps) {
  const [isOriginal, showOriginal] = useState(false)
  const { folded, marks, inboundId, newSubject, splitInto } = mail
  return (
    <>
      <FoldedText folded={folded} />
      <Marks marks={marks} more={notesOf(mail)} />
      {split && newSubject !== null && inboundId !== undefined && (
        <p className="my-1.5">
          <SplitMail id={inboundId} splitInto={splitInto} {...split} />
        </p>
      )}
      {inboundId !== undefined && (
        <Button variant="link" size="small" className="no-print mt-1" onClick={() => showOriginal(true)}>
          {i18n.t('Show original')}
        </Button>
      )}
      {isOriginal && inboundId !== undefined && (
        <OriginalMail id={inboundId} onClose={() => showOriginal(false)} />
      )}
    </>
  )
}
