import { ChevronDown } from 'lucide-react'
import { useRef, useState, type KeyboardEvent } from 'react'
import { joinValues, mostFilterValues, valuesIn } from '#features/tickets/list/contract.ts'
import { i18n } from '#platform/contract/i18n.ts'
import { wordsFinder } from '#platform/contract/searchable.ts'
import { Checkbox } from '#platform/web/ui/form/checkbox.tsx'
import { useFieldProps } from '#platform/web/ui/form/field.tsx'
import { Input } from '#platform/web/ui/form/input.tsx'
import { Popover, PopoverAnchor, PopoverContent } from '#platform/web/ui/overlay/popover.tsx'
import { isFocusLost } from '#platform/web/ui/overlay/return-focus.ts'
import { focusList } from '../list/shown-list.ts'
import { countOf, wordsOf, type Choice } from './filter-choices.ts'

interface SeveralValuesProps {
  label: string
  value: string
  options: readonly Choice[]
  counts?: Readonly<Record<string, number>> | undefined
  isOpen: boolean
  onOpenChange(isOpen: boolean): void
  onChange(value: string): void
}

/** Longer lists have a search field. */
const mostAtAGlance = 8

export function SeveralValues({ isOpen, onOpenChange, ...props }: SeveralValuesProps) {
  const button = useRef<HTMLButtonElement>(null)
  const { id } = useFieldProps({})
  const hasChanged = useRef(false)
  const words = wordsOf(props.options, props.value)
  return (
    <Popover open={isOpen} onOpenChange={onOpenChange}>
      <PopoverAnchor asChild>
        {props.value.includes(',') ? (
          <span className="select">
            <button
              ref={button}
              id={id}
              type="button"
              aria-haspopup="dialog"
              aria-expanded={isOpen}
              aria-label={`${props.label}: ${words}`}
              title={words}
              className="input truncate pe-7.5! text-start"
              onClick={() => onOpenChange(true)}
            >
              {words}
            </button>
            <ChevronDown aria-hidden />
          </span>
        ) : (
          <span className="block" />
        )}
      </PopoverAnchor>
      <PopoverContent
        label={props.label}
        className="flex max-h-[min(420px,60dvh)] w-64 flex-col p-2!"
        onOpenAutoFocus={() => (hasChanged.current = false)}
        onCloseAutoFocus={(event) => {
          event.preventDefault()
          if (!isFocusLost()) return
          if (!hasChanged.current && button.current) button.current.focus()
          else focusList()
        }}
      >
        <Boxes
          {...props}
          onChange={(value) => {
            hasChanged.current = true
            props.onChange(value)
          }}
          onDone={() => onOpenChange(false)}
        />
      </PopoverContent>
    </Popover>
  )
}

/** Enter closes; arrows move between boxes. */
function walk(event: KeyboardEvent<HTMLElement>, onDone: () => void) {
  const by = { ArrowDown: 1, ArrowUp: -1 }[event.key]
  if (event.key === 'Enter') {
    event.preventDefault()
    return onDone()
  }
  if (by === undefined) return
  event.preventDefault()
  const stops = [...event.currentTarget.querySelectorAll<HTMLElement>('input:not(:disabled)')]
  const at = stops.findIndex((stop) => stop === document.activeElement)
  stops[Math.max(0, Math.min(stops.length - 1, at + by))]?.focus()
}

function Boxes({
  label,
  value,
  options,
  counts,
  onChange,
  onDone,
}: Omit<SeveralValuesProps, 'isOpen' | 'onOpenChange'> & { onDone(): void }) {
  const [typed, type] = useState('')
  const chosen = value === '' ? [] : valuesIn(value)
  const fits = wordsFinder(typed)
  const order = options.map((option) => option.value)

  function toggle(one: string) {
    const some = valuesIn(one)
    const isOn = some.every((each) => chosen.includes(each))
    const others = chosen.filter((each) => !some.includes(each))
    onChange(joinValues(isOn ? others : [...others, ...some], order))
  }

  return (
    // Handles keys of the focused boxes within.
    // oxlint-disable-next-line jsx-a11y/no-static-element-interactions
    <div className="flex min-h-0 flex-col" onKeyDown={(event) => walk(event, onDone)}>
      {options.length > mostAtAGlance && (
        <Input
          type="search"
          autoComplete="off"
          aria-label={i18n.t('Find in {label}', { label })}
          placeholder={i18n.t('Type to find...')}
          className="mb-2"
          value={typed}
          onChange={(event) => type(event.target.value)}
        />
      )}
      <ul aria-label={label} className="-mx-1 min-h-0 flex-1 overflow-y-auto px-1">
        {options
          .filter((option) => typed === '' || fits(option.label))
          .map((option) => {
            const some = valuesIn(option.value)
            const count = some.filter((each) => chosen.includes(each)).length
            return (
              <li
                key={option.value}
                className="flex items-center gap-2 rounded-control px-2 hover:bg-raised-hover"
              >
                <Checkbox
                  className="min-w-0 flex-1 py-1!"
                  checked={count === some.length}
                  indeterminate={count > 0 && count < some.length}
                  disabled={count === 0 && chosen.length + some.length > mostFilterValues}
                  onChange={() => toggle(option.value)}
                >
                  {option.label}
                </Checkbox>
                {counts && (
                  <span className="text-meta text-muted tabular-nums">{countOf(counts, option.value)}</span>
                )}
              </li>
            )
          })}
      </ul>
    </div>
  )
}
