import { Lock } from 'lucide-react'
import type { FoundIn, Reason } from '../contract.ts'
import { i18n, words } from '#platform/contract/i18n.ts'
import { MarkedText } from './marked-text.tsx'

const placeWords: Record<FoundIn, string> = words({
  description: () => i18n.t('Description'),
  comment: () => i18n.t('Comment'),
  chat: () => i18n.t('Chat'),
  file: () => i18n.t('File'),
  client: () => i18n.t('Client'),
  customer: () => i18n.t('Customer'),
  product: () => i18n.t('Product'),
  project: () => i18n.t('Project'),
  person: () => i18n.t('Person'),
})

function placeOf({ in: place, isInternal }: Reason): string {
  if (!isInternal) return placeWords[place]
  return place === 'file' ? i18n.t('File of an internal comment') : i18n.t('Internal comment')
}

/** Names the place where a searched word stands, with the words around it. */
export const FoundReason = ({ reason }: { reason: Reason }) => (
  <>
    {reason.isInternal && <Lock aria-hidden className="me-1 inline size-3! text-amber-fg" />}
    {placeOf(reason)}: <MarkedText {...reason.part} />
  </>
)

/** Quiet line of a row or card in a searched list. */
export const ReasonLine = ({ reason }: { reason: Reason | undefined }) =>
  reason && (
    <p dir="auto" className="min-w-0 truncate text-meta font-normal text-muted">
      <FoundReason reason={reason} />
    </p>
  )
