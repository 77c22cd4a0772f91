import { i18n } from '#platform/contract/i18n.ts'
import { Trash2 } from 'lucide-react'
import type { ReactNode } from 'react'
import { Badge } from '#platform/web/ui/badge.tsx'
import { IconButton } from '#platform/web/ui/icon-button.tsx'
import { ListPane, ListPaneItem } from '#platform/web/ui/list-pane.tsx'
import type { Client } from '../contract.ts'
import { productsSummary, usersSummary } from './client-words.ts'

interface ClientListPaneProps {
  clients: readonly Client[]
  chosenId: string | undefined
  onChoose(id: string): void
  onDelete(client: Client): void
  empty: ReactNode
}

export const ClientListPane = ({ clients, chosenId, onChoose, onDelete, empty }: ClientListPaneProps) => (
  <ListPane
    title={i18n.t('Clients')}
    items={clients}
    textOf={({ name }) => name}
    searchLabel={i18n.t('Search clients')}
    empty={empty}
    noMatch={i18n.t('No clients match.')}
  >
    {(client) => (
      <ListPaneItem
        key={client.id}
        name={client.name}
        isChosen={client.id === chosenId}
        onChoose={() => onChoose(client.id)}
        badges={
          <Badge hue={client.isActive ? 'green' : 'gray'}>
            {client.isActive ? i18n.t('Active') : i18n.t('Inactive')}
          </Badge>
        }
        action={
          <IconButton label={i18n.t('Delete {name}', { name: client.name })} onClick={() => onDelete(client)}>
            <Trash2 aria-hidden />
          </IconButton>
        }
      >
        <p className="text-meta text-subtle tabular-nums">
          {productsSummary(client)} · {usersSummary(client)}
        </p>
      </ListPaneItem>
    )}
  </ListPane>
)
