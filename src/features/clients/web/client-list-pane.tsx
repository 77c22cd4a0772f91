import { Search, Trash2 } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { cn } from '#platform/web/cn.ts'
import { Badge } from '#platform/web/ui/badge.tsx'
import { IconButton } from '#platform/web/ui/icon-button.tsx'
import { Input } from '#platform/web/ui/input.tsx'
import type { Client } from '../contract.ts'
import { productsSummary, usersSummary } from './client-words.ts'

interface ClientListPaneProps {
  clients: readonly Client[]
  chosenId: string | undefined
  onChoose(id: string): void
  onDelete(client: Client): void
  /** In place of the entries when there are none. */
  empty: ReactNode
}

const fold = (text: string) => text.normalize('NFKD').replaceAll(/\p{M}/gu, '').toLowerCase()

export function ClientListPane({ clients, chosenId, onChoose, onDelete, empty }: ClientListPaneProps) {
  const [typed, setTyped] = useState('')
  const shown = clients.filter(({ name }) => fold(name).includes(fold(typed.trim())))
  return (
    <section aria-labelledby="clients-title" className="card flex flex-col">
      <div className="flex flex-col gap-2 border-b border-border p-3">
        <h2 id="clients-title" className="text-section">
          Clients ({clients.length})
        </h2>
        {clients.length > 0 && (
          <Input
            type="search"
            aria-label="Search clients"
            placeholder="Search clients"
            icon={<Search aria-hidden />}
            value={typed}
            onChange={(event) => setTyped(event.target.value)}
          />
        )}
      </div>
      {clients.length === 0 && empty}
      {clients.length > 0 && shown.length === 0 && (
        <p className="p-4 text-center text-muted">No client has this name.</p>
      )}
      <ul className="md:max-h-[calc(100dvh-260px)] md:overflow-y-auto">
        {shown.map((client) => (
          <Entry
            key={client.id}
            client={client}
            isChosen={client.id === chosenId}
            onChoose={() => onChoose(client.id)}
            onDelete={() => onDelete(client)}
          />
        ))}
      </ul>
    </section>
  )
}

interface EntryProps {
  client: Client
  isChosen: boolean
  onChoose(): void
  onDelete(): void
}

function Entry({ client, isChosen, onChoose, onDelete }: EntryProps) {
  const { name, isActive } = client
  return (
    <li
      className={cn(
        'relative flex items-start gap-1 border-b border-border p-3 last:border-b-0',
        isChosen ? 'bg-selected' : 'hover:bg-hover',
      )}
    >
      <div className="flex min-w-0 flex-1 flex-col gap-1">
        <div className="flex items-center gap-2">
          <button
            type="button"
            aria-current={isChosen || undefined}
            className="min-w-0 truncate text-start font-medium after:absolute after:inset-0"
            onClick={onChoose}
          >
            {name}
          </button>
          <Badge hue={isActive ? 'green' : 'gray'}>{isActive ? 'Active' : 'Inactive'}</Badge>
        </div>
        <p className="text-meta text-subtle tabular-nums">
          {productsSummary(client)} · {usersSummary(client)}
        </p>
      </div>
      <IconButton label={`Delete ${name}`} className="relative -me-1 -mt-1" onClick={onDelete}>
        <Trash2 aria-hidden />
      </IconButton>
    </li>
  )
}
