import { i18n } from '#platform/contract/i18n.ts'
import { useNavigate } from '@tanstack/react-router'
import { Building2, Package } from 'lucide-react'
import type { Found } from '#features/search/contract.ts'
import type { Marked } from '#features/ticket-search/contract.ts'
import { MarkedText } from '#features/ticket-search/web/marked-text.tsx'
import { TicketHitRow } from '#features/search/web/ticket-hit.tsx'
import { isClient, isDesk, isStaff } from '#features/users/policy.ts'
import { PersonAvatar } from '#features/users/web/person-avatar.tsx'
import { plainRole } from '#features/users/words/contract.ts'
import { useOpenTicket } from '../ticket/open-ticket.ts'
import { useViewer } from '#features/auth/web/session.tsx'
import { Group, Item } from './palette-parts.tsx'

interface HitsProps {
  found: Found
  /** True while the answer to the current text is on its way. */
  isOld: boolean
  act(run: () => void): void
  onNarrow(text: string): void
}

/** Shows hits, each leading to a ticket or to the tickets behind a name. */
export function Hits({ found: { tickets, people, clients, products }, isOld, act, onNarrow }: HitsProps) {
  const viewer = useViewer()
  const navigate = useNavigate()
  const { open } = useOpenTicket()
  const toTickets = (search: Record<string, string>) => act(() => void navigate({ to: '/tickets', search }))
  const toProduct = ({ text }: Marked) =>
    isClient(viewer)
      ? act(() => void navigate({ to: '/', search: { search: text } }))
      : toTickets({ productName: text })
  const isSimilar = tickets.some((hit) => hit.isSimilar)

  return (
    <>
      {tickets.length > 0 && (
        <Group heading={isSimilar ? i18n.t('Tickets with similar words') : i18n.t('Tickets')} isOld={isOld}>
          {tickets.map((hit) => (
            <Item key={hit.id} value={`ticket ${hit.id}`} onSelect={() => act(() => open(hit.id))}>
              <TicketHitRow hit={hit} />
            </Item>
          ))}
        </Group>
      )}
      {people.length > 0 && (
        <Group heading={i18n.t('People')} isOld={isOld}>
          {people.map((person) => (
            <Item
              key={person.id}
              value={`person ${person.id}`}
              onSelect={() =>
                isStaff(person) && isDesk(viewer)
                  ? toTickets({ assignedToId: person.id })
                  : onNarrow(person.name.text)
              }
            >
              <PersonAvatar person={person} size={20} decorative />
              <span dir="auto" className="min-w-0 flex-1 truncate">
                <MarkedText {...person.name} />
              </span>
              <span className="text-meta font-normal text-muted">{plainRole(person.role)}</span>
            </Item>
          ))}
        </Group>
      )}
      {clients.length > 0 && (
        <Group heading={i18n.t('Clients')} isOld={isOld}>
          {clients.map(({ id, name }) => (
            <Item key={id} value={`client ${id}`} onSelect={() => toTickets({ clientId: id })}>
              <Building2 aria-hidden />
              <span dir="auto" className="min-w-0 flex-1 truncate">
                <MarkedText {...name} />
              </span>
            </Item>
          ))}
        </Group>
      )}
      {products.length > 0 && (
        <Group heading={i18n.t('Products')} isOld={isOld}>
          {products.map(({ id, name }) => (
            <Item key={id} value={`product ${id}`} onSelect={() => toProduct(name)}>
              <Package aria-hidden />
              <span dir="auto" className="min-w-0 flex-1 truncate">
                <MarkedText {...name} />
              </span>
            </Item>
          ))}
        </Group>
      )}
    </>
  )
}
