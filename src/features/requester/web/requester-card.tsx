import { useQuery } from '@tanstack/react-query'
import { Building2, Mail, Phone } from 'lucide-react'
import type { ReactNode } from 'react'
import { assignmentWords } from '#features/clients/web/client-words.ts'
import { statusWords } from '#features/tickets/contract.ts'
import { shownNumber } from '#features/tickets/web/parts/shown-number.ts'
import { StatusIcon } from '#features/tickets/web/parts/ticket-badges.tsx'
import { opensTicket, type ListLink, type TicketOpener } from '#features/tickets/web/parts/ticket-opener.ts'
import type { CurrentUser } from '#features/users/contract.ts'
import { BounceNote } from '#features/mail-threads/web/bounce-note.tsx'
import { EmailText } from '#features/users/web/email-text.tsx'
import { PersonAvatar } from '#features/users/web/person-avatar.tsx'
import { nameOf } from '#features/users/web/person-name.ts'
import { roleLabel } from '#features/users/web/role-badge.tsx'
import { Unconfirmed } from '#features/users/web/unconfirmed.tsx'
import { i18n } from '#platform/contract/i18n.ts'
import { ErrorNote } from '#platform/web/ui/error-note.tsx'
import { SideCard } from '#platform/web/ui/side-card.tsx'
import { Loading, Skeleton } from '#platform/web/ui/skeleton.tsx'
import { writtenNumber } from '#platform/web/written.ts'
import type { Requester } from '../contract.ts'
import { ticketRequester } from './api.ts'

interface Ways {
  viewer: Pick<CurrentUser, 'role'>
  opener: TicketOpener
  linkTo: ListLink
  canFilterClients: boolean
}

interface RequesterCardProps extends Ways {
  ticketId: string
  /** The ticket is being deleted: nothing more is requested. */
  isLeaving: boolean
  /** Stands below what is known of the requester. */
  children: ReactNode
}

export function RequesterCard({ ticketId, isLeaving, children, ...ways }: RequesterCardProps) {
  const requester = useQuery({ ...ticketRequester(ticketId), enabled: !isLeaving })
  return (
    <SideCard title={i18n.t('Requester')} className="print:hidden">
      {requester.isError && (
        <ErrorNote
          error={requester.error}
          onRetry={() => void requester.refetch()}
          busy={requester.isFetching}
        >
          {i18n.t('The requester could not be loaded.')}
        </ErrorNote>
      )}
      {requester.data && <Known requester={requester.data} {...ways} />}
      {requester.isPending && (
        <Loading label={i18n.t('Loading the requester...')} className="flex flex-col gap-3">
          <div className="flex items-center gap-3">
            <Skeleton className="size-10 rounded-full!" />
            <Skeleton className="w-32" />
          </div>
          <Skeleton className="w-4/5" />
          <Skeleton className="w-3/5" />
          <Skeleton className="w-7/10" />
        </Loading>
      )}
      {children}
    </SideCard>
  )
}

/** Height of a touch target. */
const link = 'inline-flex min-h-6 items-center text-link hover:underline pointer-coarse:min-h-11'

function Known({ requester, viewer, opener, linkTo, canFilterClients }: Ways & { requester: Requester }) {
  const { person, role, position, email, bounce, mobileNumber, client, otherTickets, totalTickets } =
    requester
  const openTickets = i18n.t('{count, plural, one {# open ticket} other {# open tickets}}', {
    count: client.openTickets,
  })
  return (
    <div className="flex flex-col gap-3">
      <div className="flex items-center gap-3">
        <PersonAvatar person={person} size={40} decorative />
        <div className="min-w-0">
          <p dir="auto" className="font-medium wrap-anywhere">
            {nameOf(person)}
          </p>
          <p className="text-meta font-normal text-muted">
            {position === null
              ? roleLabel(role)
              : i18n.t('{position} at {company}', {
                  position: assignmentWords[position],
                  company: client.name,
                })}
          </p>
        </div>
      </div>
      <ul className="flex flex-col gap-0.5">
        {email !== null && (
          <Row icon={<Mail aria-hidden />}>
            <a href={`mailto:${email}`} className={link}>
              <EmailText email={email} />
            </a>
            <Unconfirmed user={requester} />
          </Row>
        )}
        {mobileNumber && (
          <Row icon={<Phone aria-hidden />}>
            <a href={`tel:${mobileNumber}`} className={link}>
              {mobileNumber}
            </a>
          </Row>
        )}
        <Row icon={<Building2 aria-hidden />}>
          {canFilterClients ? (
            <a dir="auto" className={link} {...linkTo({ clientId: client.id })}>
              {client.name}
            </a>
          ) : (
            <bdi>{client.name}</bdi>
          )}
          <span className="block text-meta font-normal text-muted">
            {canFilterClients && client.openTickets > 0 ? (
              <a className={link} {...linkTo({ clientId: client.id, status: 'unresolved' })}>
                {openTickets}
              </a>
            ) : (
              openTickets
            )}
          </span>
        </Row>
      </ul>
      {bounce && <BounceNote userId={person.id} bounce={bounce} viewer={viewer} />}
      {otherTickets.length > 0 && (
        <div className="border-t border-border pt-3">
          <h4 className="mb-1 text-meta text-muted">{i18n.t('Other tickets')}</h4>
          <ul>
            {otherTickets.map((ticket) => (
              <li key={ticket.id}>
                <a
                  className="group flex min-h-7 items-center gap-2 pointer-coarse:min-h-11"
                  title={statusWords[ticket.status]}
                  {...opensTicket(opener, ticket.id)}
                >
                  <StatusIcon status={ticket.status} />
                  <span dir="auto" className="min-w-0 flex-1 truncate group-hover:underline">
                    {ticket.subject}
                  </span>
                  <span className="text-meta font-normal text-muted tabular-nums">{shownNumber(ticket)}</span>
                  <span className="sr-only">, {statusWords[ticket.status]}</span>
                </a>
              </li>
            ))}
          </ul>
          <a className={`mt-1 ${link}`} {...linkTo({ requesterId: person.id })}>
            {i18n.t('All {count} tickets', { count: writtenNumber(totalTickets) })}
          </a>
        </div>
      )}
    </div>
  )
}

const Row = ({ icon, children }: { icon: ReactNode; children: ReactNode }) => (
  <li className="flex gap-2 [&>svg]:mt-1 [&>svg]:size-4! [&>svg]:flex-none [&>svg]:text-subtle">
    {icon}
    <span className="min-w-0 leading-6 wrap-anywhere">{children}</span>
  </li>
)
