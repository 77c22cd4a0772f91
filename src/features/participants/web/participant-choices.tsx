import { useQuery } from '@tanstack/react-query'
import { Command } from 'cmdk'
import { useState } from 'react'
import { LoadingPeople } from '#features/tickets/web/parts/loading-people.tsx'
import type { Person } from '#features/users/contract.ts'
import { PersonAvatar } from '#features/users/web/person-avatar.tsx'
import { nameOf } from '#features/users/web/person-name.ts'
import { i18n } from '#platform/contract/i18n.ts'
import { useSettled } from '#platform/web/hooks/use-settled.ts'
import { ErrorNote } from '#platform/web/ui/error-note.tsx'
import { participantChoices } from './api.ts'

// The popover sets the focus on opening, maybe before this part is loaded.
const focus = (input: HTMLInputElement | null) => input?.focus()

const askAfterMs = 200

interface ParticipantChoicesProps {
  ticketId: string
  onPick(person: Person): void
}

export function ParticipantChoices({ ticketId, onPick }: ParticipantChoicesProps) {
  const [typed, setTyped] = useState('')
  const {
    data: people,
    isError,
    refetch,
    isFetching,
  } = useQuery(participantChoices(ticketId, useSettled(typed.trim(), askAfterMs)))
  return (
    // The server searches, as it lists some of many.
    <Command label={i18n.t('Add a person')} shouldFilter={false} loop>
      <Command.Input
        ref={focus}
        value={typed}
        onValueChange={setTyped}
        placeholder={i18n.t('Find a person')}
        className="w-full border-b border-border bg-transparent px-3 py-2 text-input outline-none"
      />
      <Command.List label={i18n.t('People')} className="max-h-72 overflow-y-auto overscroll-contain p-1">
        {people && (
          <Command.Empty className="px-2 py-3 text-muted">
            {i18n.t('No other people of this client')}
          </Command.Empty>
        )}
        {people?.map((person) => (
          <Command.Item
            key={person.id}
            value={person.id}
            className="flex min-h-8 cursor-pointer items-center gap-2 rounded-control px-2 py-1 select-none data-[selected=true]:bg-raised-hover pointer-coarse:min-h-11"
            onSelect={() => onPick(person)}
          >
            <PersonAvatar person={person} decorative />
            <span className="min-w-0 flex-1 truncate">{nameOf(person)}</span>
          </Command.Item>
        ))}
      </Command.List>
      {!people && !isError && <LoadingPeople />}
      {isError && (
        <ErrorNote onRetry={() => void refetch()} busy={isFetching} className="m-1">
          {i18n.t('The people of the client could not be loaded.')}
        </ErrorNote>
      )}
    </Command>
  )
}
