import { useEffect, useState, type ReactNode } from 'react'
import { categoryWords, sourceWords } from '#features/tickets/contract.ts'
import { canChange } from '#features/tickets/policy.ts'
import { editTicket } from '#features/tickets/web/actions.ts'
import type { TicketChanges } from '#features/tickets/web/change/use-ticket-changes.ts'
import { opensTicket, type TicketOpener } from '#features/tickets/web/parts/ticket-opener.ts'
import type { Viewer } from '#features/users/contract.ts'
import { nameOf } from '#features/users/web/person-name.ts'
import { i18n } from '#platform/contract/i18n.ts'
import { useActions } from '#platform/web/actions/actions.ts'
import { lazyPart } from '#platform/web/lazy-parts.ts'
import { RelativeTime } from '#platform/web/relative-time.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { PartBoundary } from '#platform/web/ui/part-boundary.tsx'
import { SideCard } from '#platform/web/ui/side-card.tsx'
import { writtenShort } from '#platform/web/written.ts'
import type { RelatedTicket, TicketDetail } from '../../contract.ts'
import { editSubject, onEditSubject } from './edit-facts.ts'

const TicketFacts = lazyPart(() => import('./ticket-facts.tsx'), 'TicketFacts')

interface TicketDetailsProps {
  ticket: TicketDetail
  opener: TicketOpener
  viewer: Pick<Viewer, 'role'>
  changes: TicketChanges
  /** Opens with the facts in fields. */
  isTarget: boolean
}

export function TicketDetails({ ticket, opener, viewer, changes, isTarget }: TicketDetailsProps) {
  const mayEdit = canChange(viewer)
  const [isEditing, setEditing] = useState(isTarget && mayEdit)
  const [focusCount, setFocusCount] = useState(0)
  useEffect(
    () =>
      onEditSubject(() => {
        setEditing(true)
        setFocusCount((count) => count + 1)
      }),
    [],
  )
  useActions(mayEdit ? [{ ...editTicket, run: editSubject }] : [])
  return (
    <SideCard title={i18n.t('Details')}>
      {isEditing && (
        <div className="no-print">
          <PartBoundary what={i18n.t('The fields')} note="inline" fallback={null}>
            <TicketFacts ticket={ticket} changes={changes} focusCount={focusCount} />
          </PartBoundary>
        </div>
      )}
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-2">
        {!isEditing && <Row term={i18n.t('Category')}>{categoryWords[ticket.category]}</Row>}
        <Row term={i18n.t('Created')}>
          <Moment at={ticket.createdAt} />
        </Row>
        <Row term={i18n.t('Last Update')}>
          <Moment at={ticket.updatedAt} />
        </Row>
        <Row term={i18n.t('Resolved')}>
          {ticket.resolvedAt ? <Moment at={ticket.resolvedAt} /> : i18n.t('Not resolved')}
        </Row>
        {!isEditing && <Row term={i18n.t('Submitted by')}>{nameOf(ticket.createdBy)}</Row>}
        <Row term={i18n.t('Source')}>{sourceWords[ticket.source]}</Row>
        {ticket.continues && (
          <Row term={i18n.t('Continues')}>
            <RelatedLink ticket={ticket.continues} opener={opener} />
          </Row>
        )}
        {ticket.continuedBy.length > 0 && (
          <Row term={i18n.t('Continued by')}>
            <span className="flex flex-col items-end">
              {ticket.continuedBy.map((later) => (
                <RelatedLink key={later.id} ticket={later} opener={opener} />
              ))}
            </span>
          </Row>
        )}
        {!isEditing && (
          <>
            {ticket.customerName && <Row term={i18n.t('Customer')}>{ticket.customerName}</Row>}
            {ticket.productName && <Row term={i18n.t('Product')}>{ticket.productName}</Row>}
            {ticket.projectName && <Row term={i18n.t('Project')}>{ticket.projectName}</Row>}
          </>
        )}
      </dl>
      {mayEdit && (
        <Button size="small" className="no-print mt-3" onClick={() => setEditing(!isEditing)}>
          {isEditing ? i18n.t('Done') : i18n.t('Edit')}
        </Button>
      )}
    </SideCard>
  )
}

const RelatedLink = ({ ticket, opener }: { ticket: RelatedTicket; opener: TicketOpener }) => (
  <a className="link tabular-nums" title={ticket.subject} {...opensTicket(opener, ticket.id)}>
    {ticket.ticketNumber}
  </a>
)

function Row({ term, children }: { term: string; children: ReactNode }) {
  return (
    <>
      <dt className="whitespace-nowrap text-muted">{term}</dt>
      <dd className="text-end wrap-anywhere">{children}</dd>
    </>
  )
}

const Moment = ({ at }: { at: string }) => <RelativeTime at={at} label={writtenShort} />
