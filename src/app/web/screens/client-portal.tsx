import { Navigate } from '@tanstack/react-router'
import { isClient, isDesk } from '#features/users/policy.ts'
import { NewTicketForm } from '#features/tickets/web/new/new-ticket-form.tsx'
import { ScreenHead } from '#platform/web/ui/screen-head.tsx'
import { PortalCards } from '../portal/portal-cards.tsx'
import { PortalTickets } from '../portal/portal-tickets.tsx'
import { useViewer } from '../session/session.tsx'

/** Where clients submit tickets and follow them. Staff are sent to where they work. */
export function ClientPortal() {
  const viewer = useViewer()
  if (isDesk(viewer)) return <Navigate to="/" replace />
  if (!isClient(viewer)) return <Navigate to="/kanban" replace />
  return (
    <div className="flex flex-col gap-6">
      <ScreenHead title="Client Support Portal" />
      <div className="grid grid-cols-1 items-start gap-4 xl:grid-cols-[minmax(0,7fr)_minmax(0,3fr)]">
        <section aria-labelledby="submit-a-ticket" className="card p-5 max-sm:p-4">
          <h2 id="submit-a-ticket" className="mb-4 text-section">
            Submit a ticket
          </h2>
          <NewTicketForm viewer={viewer} isForOwnCompany />
        </section>
        <PortalCards />
      </div>
      <PortalTickets />
    </div>
  )
}
