import { useQuery } from '@tanstack/react-query'
import { Command } from 'cmdk'
import { Check, ChevronDown, UserRoundX } from 'lucide-react'
import { useId, useState, type ComponentProps, type ReactElement } from 'react'
import type { Person } from '#features/users/contract.ts'
import { team } from '#features/users/web/api.ts'
import { PersonAvatar } from '#features/users/web/person-avatar.tsx'
import { nameOf } from '#features/users/web/person-name.ts'
import { wordsFinder } from '#platform/contract/searchable.ts'
import { ErrorNote } from '#platform/web/ui/error-note.tsx'
import { useFieldProps } from '#platform/web/ui/field.tsx'
import { Popover, PopoverContent, PopoverTrigger } from '#platform/web/ui/popover.tsx'
import { Spinner } from '#platform/web/ui/spinner.tsx'

interface AssignPopoverProps {
  /** Who has it now; undefined when that differs among several tickets. */
  value: Person | null | undefined
  onPick(person: Person | null): void
  onOpenChange?: ((isOpen: boolean) => void) | undefined
  align?: ComponentProps<typeof PopoverContent>['align']
  side?: ComponentProps<typeof PopoverContent>['side']
  /** The button that opens it. */
  children: ReactElement
}

/** The team and nobody, behind a button. */
export function AssignPopover({ value, onPick, onOpenChange, align, side, children }: AssignPopoverProps) {
  const [isOpen, setOpen] = useState(false)
  function turn(open: boolean) {
    setOpen(open)
    onOpenChange?.(open)
  }
  return (
    <Popover open={isOpen} onOpenChange={turn}>
      <PopoverTrigger asChild>{children}</PopoverTrigger>
      <PopoverContent label="Assign To" align={align} side={side} className="w-64 p-0!">
        <People
          value={value}
          onPick={(person) => {
            turn(false)
            if (person?.id !== value?.id || value === undefined) onPick(person)
          }}
        />
      </PopoverContent>
    </Popover>
  )
}

const rowLook =
  'flex min-h-8 cursor-pointer items-center gap-2 rounded-control px-2 py-1 select-none data-[selected=true]:bg-raised-hover pointer-coarse:min-h-11'

// The values are ids; only names are searched.
const byName = (_id: string, typed: string, names: string[] = []) => (names.some(wordsFinder(typed)) ? 1 : 0)

function People({ value, onPick }: Pick<AssignPopoverProps, 'value' | 'onPick'>) {
  const { data: people, isError, refetch, isFetching } = useQuery(team())
  return (
    <Command label="Assign To" defaultValue={value?.id ?? 'unassigned'} filter={byName} loop>
      <Command.Input
        placeholder="Find a person"
        className="w-full border-b border-border bg-transparent px-3 py-2 text-input outline-none"
      />
      <Command.List label="People" className="max-h-72 overflow-y-auto overscroll-contain p-1">
        <Command.Empty className="px-2 py-3 text-muted">No one found</Command.Empty>
        <Command.Item
          value="unassigned"
          keywords={['Unassigned']}
          className={rowLook}
          onSelect={() => onPick(null)}
        >
          <span className="grid size-6 place-items-center rounded-full border border-dashed border-control text-muted">
            <UserRoundX aria-hidden className="size-3.5!" />
          </span>
          <span className="flex-1">Unassigned</span>
          {value === null && <Chosen />}
        </Command.Item>
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
      {!people && !isError && (
        <p className="flex items-center gap-2 px-3 pt-1 pb-3 text-muted">
          <Spinner /> Loading people...
        </p>
      )}
      {isError && (
        <ErrorNote onRetry={() => void refetch()} busy={isFetching} className="m-1">
          The team could not be loaded.
        </ErrorNote>
      )}
    </Command>
  )
}

const Chosen = () => (
  <>
    <Check aria-hidden className="size-3.5! text-link!" />
    <span className="sr-only">, chosen</span>
  </>
)

interface AssignPickerProps {
  value: Person | null
  /** Called with a person, or null for nobody; not when the choice stays the same. */
  onPick(person: Person | null): void
}

/** A field of a form to choose who has a ticket. */
export function AssignPicker({ value, onPick }: AssignPickerProps) {
  const field = useFieldProps({})
  const nameId = useId()
  return (
    <AssignPopover value={value} onPick={onPick}>
      <button
        type="button"
        data-shortcut="assign"
        className="input flex items-center gap-2 text-start"
        id={field.id}
        aria-describedby={[nameId, field['aria-describedby']].filter(Boolean).join(' ')}
      >
        {value && <PersonAvatar person={value} size={20} decorative />}
        <span id={nameId} className="min-w-0 flex-1 truncate">
          {value ? nameOf(value) : 'Unassigned'}
        </span>
        <ChevronDown aria-hidden className="text-muted" />
      </button>
    </AssignPopover>
  )
}
