import { useQueryClient } from '@tanstack/react-query'
import { useId } from 'react'
import { createPortal } from 'react-dom'
import { useViewer } from '#features/auth/web/session.tsx'
import { StateChips, TicketSummary, TicketTitle } from '#features/conversation/web/detail/ticket-header.tsx'
import { listedTicket } from '#features/tickets/web/api.ts'
import { i18n } from '#platform/contract/i18n.ts'
import { useEscape } from '#platform/web/ui/overlay/use-escape.ts'
import { useFrame, useIsWide } from './frame.ts'
import { BodyLoading } from './body-loading.tsx'
import { HeadLoading, TicketHead } from './ticket-head.tsx'

interface OpeningTicketProps {
  /** Id or number. */
  id: string
  onClose(): void
}

/** Draws the head of a ticket from its row, while the code of tickets loads. The focus stays in the list until then. */
export function OpeningTicket({ id, onClose }: OpeningTicketProps) {
  const viewer = useViewer()
  const row = listedTicket(useQueryClient(), id)
  const heading = useId()
  const frame = useFrame()
  const isWide = useIsWide()
  useEscape(true, onClose)
  return createPortal(
    <>
      {frame === 'box' && <div className="backdrop after-80ms" />}
      <div
        role="dialog"
        aria-labelledby={heading}
        aria-busy
        data-size="large"
        data-frame={frame}
        className="dialog ticket-dialog after-80ms"
      >
        <div className="ticket-column">
          <TicketHead
            heading={
              <h2 id={heading} className={row ? 'text-dialog' : 'sr-only'}>
                {row ? <TicketTitle ticket={row} /> : i18n.t('Loading ticket...')}
              </h2>
            }
            summary={
              !row ? (
                <HeadLoading />
              ) : isWide ? (
                <TicketSummary ticket={row} viewer={viewer} />
              ) : (
                <div className="ticket-chips">
                  <StateChips ticket={row} />
                </div>
              )
            }
            onClose={onClose}
          />
          <BodyLoading isWide={isWide} />
        </div>
      </div>
    </>,
    document.body,
  )
}
