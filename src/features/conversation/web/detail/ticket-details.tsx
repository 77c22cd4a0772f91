import type { ReactNode } from 'react'
import { categoryWords, sourceWords } from '#features/tickets/contract.ts'
import { opensTicket, type TicketOpener } from '#features/tickets/web/parts/ticket-opener.ts'
import { nameOf } from '#features/users/web/person-name.ts'
import { i18n } from '#platform/contract/i18n.ts'
import { RelativeTime } from '#platform/web/relative-time.tsx'
import { SideCard } from '#platform/web/ui/side-card.tsx'
import { writtenShort } from '#platform/web/written.ts'
import type { RelatedTicket, TicketDetail } from '../../contract.ts'

export function TicketDetails({ ticket, opener }: { ticket: TicketDetail; opener: TicketOpener }) {
  return (
    <SideCard title={i18n.t('Details')}>
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-2">
        <Row term={i18n.t('Category')}>{categoryWords[ticket.category]}</Row>
        <Row term={i18n.t('Created')}>
          <Moment at={ticket.createdAt} />
        </Row>
        <Row term={i18n.t('Last Update')}>
          <Moment at={ticket.updatedAt} />
        </Row>
        <Row term={i18n.t('Resolved')}>
          {ticket.resolvedAt ? <Moment at={ticket.resolvedAt} /> : i18n.t('Not resolved')}
        </Row>
        <Row term={i18n.t('Submitted by')}>{nameOf(ticket.createdBy)}</Row>
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
        {ticket.customerName && <Row term={i18n.t('Customer')}>{ticket.customerName}</Row>}
        {ticket.productName && <Row term={i18n.t('Product')}>{ticket.productName}</Row>}
        {ticket.projectName && <Row term={i18n.t('Project')}>{ticket.projectName}</Row>}
      </dl>
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
