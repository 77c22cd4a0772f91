import { Lock, Truck } from 'lucide-react'
import { useState } from 'react'
import { talkTime } from '#features/tickets/web/parts/talk-time.ts'
import { i18n } from '#platform/contract/i18n.ts'
import { Markdown } from '#platform/web/markdown.tsx'
import { RelativeTime } from '#platform/web/relative-time.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { lazyExtra } from '#platform/web/ui/part-boundary.tsx'
import { sideBySide } from '#platform/web/written.ts'
import type { TicketMails } from '#features/inbound/contract.ts'
import { FoldedText } from '#features/inbound/web/parts/folded-text.tsx'
import { addressWords, subjectOf } from '#features/inbound/web/words.ts'

const OriginalMail = lazyExtra(() => import('#features/inbound/web/parts/original-mail.tsx'), 'OriginalMail')

interface SupplierMailProps {
  mail: NonNullable<TicketMails['supplierMails']>[number]
  id: string
  isLeftOut: boolean
}

/** A mail of the supplier as an entry of the conversation; shown to staff alone. */
export function SupplierMail({ mail, id, isLeftOut }: SupplierMailProps) {
  const [isOriginal, showOriginal] = useState(false)
  const { inboundId, from, text, folded, files, at } = mail
  return (
    <li
      id={id}
      tabIndex={-1}
      data-left-out={isLeftOut ? '' : undefined}
      className="no-print -mx-3 flex gap-3 rounded-card bg-sunken px-3 py-2"
    >
      <span aria-hidden className="flex w-8 flex-none justify-center pt-1">
        <Truck className="size-4! text-subtle" />
      </span>
      <div className="min-w-0 flex-1">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-0.5">
          <span className="font-semibold wrap-anywhere">
            {from ? addressWords(from) : i18n.t('Supplier')}
          </span>
          <RelativeTime at={at} label={talkTime} className="text-meta font-normal text-subtle" />
          <span className="inline-flex items-center gap-1 text-meta text-muted">
            <Lock aria-hidden className="size-3.5!" />
            {i18n.t('Supplier, for the team alone')}
          </span>
        </p>
        <p className="text-meta text-muted wrap-anywhere">{subjectOf(mail)}</p>
        <Markdown text={text} className="mt-0.5" />
        <FoldedText folded={folded} />
        {files.length > 0 && (
          <p className="mt-1 text-meta text-muted wrap-anywhere">
            {i18n.t('Files in the original: {files}', { files: sideBySide(files) })}
          </p>
        )}
        <Button variant="link" size="small" className="mt-1" onClick={() => showOriginal(true)}>
          {i18n.t('Show original')}
        </Button>
        {isOriginal && <OriginalMail id={inboundId} onClose={() => showOriginal(false)} />}
      </div>
    </li>
  )
}
