import { ChevronDown } from 'lucide-react'
import { useId, useRef, useState, type ReactElement } from 'react'
import type { Person } from '#features/users/contract.ts'
import { PersonAvatar } from '#features/users/web/person-avatar.tsx'
import { nameOf } from '#features/users/web/person-name.ts'
import { i18n } from '#platform/contract/i18n.ts'
import { useActions, type Action } from '#platform/web/actions/actions.ts'
import { usePartSoon } from '#platform/web/lazy-parts.ts'
import { useFieldProps } from '#platform/web/ui/form/field.tsx'
import { Popover, PopoverContent, PopoverTrigger } from '#platform/web/ui/overlay/popover.tsx'
import { reveal } from '#platform/web/ui/tabs.tsx'
import { AssignChoices, loadAssignChoices } from './assign-choices.tsx'

interface AssignPopoverProps {
  value: Person | null
  isRequired: boolean
  onPick(person: Person | null): void
  action: Action | undefined
  children: ReactElement
}

function AssignPopover(props: AssignPopoverProps) {
  const { value, isRequired, onPick, action, children } = props
  const trigger = useRef<HTMLButtonElement>(null)
  const [isOpen, setOpen] = useState(false)
  usePartSoon(loadAssignChoices, '.input')
  function openRevealed() {
    if (trigger.current) reveal(trigger.current)
    setOpen(true)
  }
  useActions(action ? [{ ...action, run: openRevealed }] : [])
  return (
    <Popover open={isOpen} onOpenChange={setOpen}>
      <PopoverTrigger ref={trigger} asChild>
        {children}
      </PopoverTrigger>
      <PopoverContent
        label={i18n.t('Assign To')}
        align="end"
        className="w-(--radix-popover-trigger-width)! min-w-52 p-0!"
      >
        <AssignChoices
          value={value}
          isRequired={isRequired}
          onPick={(person) => {
            setOpen(false)
            if (person?.id !== value?.id) onPick(person)
          }}
        />
      </PopoverContent>
    </Popover>
  )
}

interface AssignPickerProps {
  action?: Action | undefined
  value: Person | null
  /** Somebody must be chosen. */
  isRequired?: boolean
  /** Null: nobody. Not called for the present assignee. */
  onPick(person: Person | null): void
}

export function AssignPicker({ action, value, isRequired = false, onPick }: AssignPickerProps) {
  const field = useFieldProps({})
  const nameId = useId()
  return (
    <AssignPopover value={value} isRequired={isRequired} onPick={onPick} action={action}>
      <button
        type="button"
        className="input flex items-center gap-2 text-start"
        id={field.id}
        aria-describedby={[nameId, field['aria-describedby']].filter(Boolean).join(' ')}
      >
        {value && <PersonAvatar person={value} size={20} decorative />}
        <span id={nameId} className="min-w-0 flex-1 truncate">
          {value ? nameOf(value) : isRequired ? i18n.t('Choose a person') : i18n.t('Unassigned')}
        </span>
        <ChevronDown aria-hidden className="text-muted" />
      </button>
    </AssignPopover>
  )
}
