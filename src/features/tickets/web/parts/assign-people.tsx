import { useQuery } from '@tanstack/react-query'
import { Command } from 'cmdk'
import { Check, UserRoundX } from 'lucide-react'
import type { Person } from '#features/users/contract.ts'
import { team } from '#features/users/web/api.ts'
import { PersonAvatar } from '#features/users/web/person-avatar.tsx'
import { nameOf } from '#features/users/web/person-name.ts'
import { i18n } from '#platform/contract/i18n.ts'
import { wordsFinder } from '#platform/contract/searchable.ts'
import { ErrorNote } from '#platform/web/ui/error-note.tsx'
import { LoadingPeople } from './loading-people.tsx'

const rowLook =
  'flex min-h-8 cursor-pointer items-center gap-2 rounded-control px-2 py-1 select-none data-[selected=true]:bg-raised-hover pointer-coarse:min-h-11'

// The popover sets the focus on opening, maybe before this part is loaded.
const focus = (input: HTMLInputElement | null) => input?.focus()

// The values are ids; only names are searched.
const byName = (_id: string, typed: string, names: string[] = []) => (names.some(wordsFinder(typed)) ? 1 : 0)

interface AssignPeopleProps {
  /** Undefined for several tickets with different assignees. */
  value: Person | null | undefined
  /** Somebody must be chosen. */
  isRequired?: boolean | undefined
  onPick(person: Person | null): void
}

export function AssignPeople({ value, isRequired = false, onPick }: AssignPeopleProps) {
  const { data: people, isError, refetch, isFetching } = useQuery(team())
  return (
    <Command
      label={i18n.t('Assign To')}
      defaultValue={value?.id ?? (isRequired ? '' : 'unassigned')}
      filter={byName}
      loop
    >
      <Command.Input
        ref={focus}
        placeholder={i18n.t('Find a person')}
        className="w-full border-b border-border bg-transparent px-3 py-2 text-input outline-none pointer-coarse:min-h-11"
      />
      <Command.List
        label={i18n.t('People')}
        className="max-h-[min(18rem,var(--radix-popover-content-available-height,100dvh)-3rem)] overflow-y-auto overscroll-contain p-1"
      >
        <Command.Empty className="px-2 py-3 text-muted">{i18n.t('No people found')}</Command.Empty>
        {!isRequired && (
          <Command.Item
            value="unassigned"
            keywords={[i18n.t('Unassigned')]}
            className={rowLook}
            onSelect={() => onPick(null)}
          >
            <span className="grid size-6 place-items-center rounded-full border border-dashed border-control text-muted">
              <UserRoundX aria-hidden className="size-3.5!" />
            </span>
            <span className="flex-1">{i18n.t('Unassigned')}</span>
            {value === null && <Chosen />}
          </Command.Item>
        )}
        {people?.map((person) => (
          <Command.Item
            key={person.id}
            value={person.id}
            keywords={[nameOf(person)]}
            className={rowLook}
            onSelect={() => onPick(person)}
          >
            <PersonAvatar person={person} decorative />
            <span className="min-w-0 flex-1 truncate">{nameOf(person)}</span>
            {value?.id === person.id && <Chosen />}
          </Command.Item>
        ))}
      </Command.List>
      {!people && !isError && <LoadingPeople />}
      {isError && (
        <ErrorNote onRetry={() => void refetch()} busy={isFetching} className="m-1">
          {i18n.t('The team could not be loaded.')}
        </ErrorNote>
      )}
    </Command>
  )
}

const Chosen = () => (
  <>
    <Check aria-hidden className="size-3.5! text-link!" />
    <span className="sr-only">{i18n.t(', chosen')}</span>
  </>
)
