import { i18n } from '#platform/contract/i18n.ts'
import { Navigate } from '@tanstack/react-router'
import { useRef } from 'react'
import { isClient, isDesk } from '#features/users/policy.ts'
import { writeTicket } from '#features/tickets/web/actions.ts'
import { NewTicketForm } from '#features/conversation/web/new/new-ticket-form.tsx'
import { SimilarTickets } from '#features/search/web/similar-tickets.tsx'
import { useActions } from '#platform/web/actions/actions.ts'
import { ScreenHead } from '#platform/web/ui/screen-head.tsx'
import { PortalCards } from '../portal/portal-cards.tsx'
import { PortalTickets } from '../portal/portal-tickets.tsx'
import { useOpenTicket } from '../ticket/open-ticket.ts'
import { useViewer } from '#features/auth/web/session.tsx'

export function ClientPortal() {
  const viewer = useViewer()
  const { open } = useOpenTicket()
  const form = useRef<HTMLElement>(null)
  useActions([{ ...writeTicket, run: () => form.current?.querySelector('input')?.focus() }])
  if (isDesk(viewer)) return <Navigate to="/" replace />
  if (!isClient(viewer)) return <Navigate to="/kanban" replace />
  return (
    <div className="flex flex-col gap-6">
      <ScreenHead title={i18n.t('Client Support Portal')} />
      <div className="grid grid-cols-1 items-start gap-4 xl:grid-cols-[minmax(0,7fr)_minmax(0,3fr)]">
        <section ref={form} aria-labelledby="submit-a-ticket" className="card p-5 max-sm:p-4">
          <h2 id="submit-a-ticket" className="mb-4 text-section">
            {writeTicket.label}
          </h2>
          <NewTicketForm
            viewer={viewer}
            isForOwnCompany
            Similar={SimilarTickets}
            onOpenTicket={({ id }) => open(id)}
          />
        </section>
        <PortalCards />
      </div>
      <PortalTickets />
    </div>
  )
}
