import type { ReactNode } from 'react'
import { nameOf } from '#features/users/web/person-name.ts'
import { writtenShort } from '#platform/web/written.ts'
import { RelativeTime } from '#platform/web/relative-time.tsx'
import { categoryWords, type TicketDetail } from '../../contract.ts'
import { SideCard } from '#platform/web/ui/side-card.tsx'

const sourceWords = { web: 'Web', whatsapp: 'WhatsApp' } as const

export function TicketDetails({ ticket }: { ticket: TicketDetail }) {
  return (
    <SideCard title="Details">
      <dl className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 gap-y-2">
        <Row term="Category">{categoryWords[ticket.category]}</Row>
        <Row term="Created">
          <Moment at={ticket.createdAt} />
        </Row>
        <Row term="Last Update">
          <Moment at={ticket.updatedAt} />
        </Row>
        <Row term="Resolved">{ticket.resolvedAt ? <Moment at={ticket.resolvedAt} /> : 'Not resolved'}</Row>
        <Row term="Submitted by">{nameOf(ticket.createdBy)}</Row>
        <Row term="Source">{sourceWords[ticket.source]}</Row>
        {ticket.customerName && <Row term="Customer">{ticket.customerName}</Row>}
        {ticket.productName && <Row term="Product">{ticket.productName}</Row>}
        {ticket.projectName && <Row term="Project">{ticket.projectName}</Row>}
      </dl>
    </SideCard>
  )
}

function Row({ term, children }: { term: string; children: ReactNode }) {
  return (
    <>
      <dt className="whitespace-nowrap text-muted">{term}</dt>
      <dd className="text-end wrap-anywhere">{children}</dd>
    </>
  )
}

const Moment = ({ at }: { at: string }) => <RelativeTime at={at} label={writtenShort} />
