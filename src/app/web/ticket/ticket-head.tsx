import { ArrowLeft, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { i18n } from '#platform/contract/i18n.ts'
import { Skeleton } from '#platform/web/ui/skeleton.tsx'
import './frame.css'

interface TicketHeadProps {
  /** A second-level heading. */
  heading: ReactNode
  summary?: ReactNode
  actions?: ReactNode
  /** Absent when a footer closes the ticket. */
  onClose?: (() => void) | undefined
}

/** Draws the head of an open ticket; small windows have the way back first. */
export const TicketHead = ({ heading, summary, actions, onClose }: TicketHeadProps) => (
  <header className="ticket-head">
    {heading}
    {summary && <div className="ticket-head-facts">{summary}</div>}
    {actions && <div className="ticket-head-actions no-print">{actions}</div>}
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
  </header>
)

export const HeadLoading = () => (
  <div className="after-150ms flex h-12.5 flex-col gap-2.5 py-1">
    <Skeleton className="h-4.5 w-2/5" />
    <Skeleton className="h-4 w-1/4" />
  </div>
)
