import { ArrowLeft, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { i18n } from '#platform/contract/i18n.ts'
import { Skeleton } from '#platform/web/ui/skeleton.tsx'

interface TicketHeadProps {
  /** A second-level heading. */
  heading: ReactNode
  summary?: ReactNode
  /** Buttons of every window. */
  tools?: ReactNode
  steps?: ReactNode
  /** Buttons of a wide window alone. */
  more?: ReactNode
  /** Absent when a footer closes the ticket. */
  onClose?: (() => void) | undefined
}

/** Draws the head of an open ticket; small windows have the way back first. */
export const TicketHead = ({ heading, summary, tools, steps, more, onClose }: TicketHeadProps) => (
  <div className="dialog-head ticket-head">
    {heading}
    {summary && <div className="ticket-head-facts">{summary}</div>}
    <div className="ticket-head-actions no-print">
      <div className="ticket-head-tools">{tools}</div>
      <div className="ticket-head-steps">{steps}</div>
      <div className="ticket-head-more">{more}</div>
    </div>
    {onClose && (
      <button
        type="button"
        aria-label={i18n.t('Close')}
        className="ticket-head-close no-print btn btn-ghost btn-icon"
        onClick={onClose}
      >
        <ArrowLeft aria-hidden className="sm:hidden rtl:-scale-x-100" />
        <X aria-hidden className="max-sm:hidden" />
      </button>
    )}
  </div>
)

export const HeadLoading = () => (
  <div className="after-150ms flex h-12.5 flex-col gap-2.5 py-1">
    <Skeleton className="h-4.5 w-2/5" />
    <Skeleton className="h-4 w-1/4" />
  </div>
)
