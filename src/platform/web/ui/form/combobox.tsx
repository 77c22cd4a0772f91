import { i18n } from '#platform/contract/i18n.ts'
import { Check, ChevronsUpDown, X } from 'lucide-react'
import { useEffect, useId, useRef, useState, type KeyboardEvent, type ReactNode } from 'react'
import { wordsFinder } from '#platform/contract/searchable.ts'
import { cn } from '../../cn.ts'
import { useFieldProps } from './field.tsx'
import { useEscape } from '../overlay/use-escape.ts'
import { useFloating } from '../overlay/use-floating.ts'

// The list belongs to the input beside it; a <select> could not be searched.
const asListbox = { role: 'listbox' }

export interface ComboboxOption {
  value: string
  label: string
  /** Stands quietly at the end, such as a number. */
  hint?: string
  /** Stands at the end. */
  badge?: ReactNode
  /** Taken only by those who point at it: typing alone never leads to it. */
  isDeliberate?: boolean
}

interface ComboboxProps {
  options: readonly ComboboxOption[]
  /** The chosen option's value, or the text itself with `freeText`; '' for none. */
  value: string
  onValueChange: (value: string) => void
  /** Hears what is typed, to look for options elsewhere: they are then shown as they are given. */
  onType?: (text: string) => void
  /** The options are those of an earlier text, so that no key takes one. */
  isOld?: boolean
  /** The text of the chosen value when it is not among the options. */
  valueLabel?: string
  freeText?: boolean
  /** With `freeText`: the text should be one of the options, so Enter and Tab take the first that fits. */
  suggests?: boolean
  clearable?: boolean
  emptyText?: string
  placeholder?: string
  id?: string
  name?: string
  'aria-label'?: string
  'aria-describedby'?: string
  onBlur?: () => void
  className?: string
}

/** A searchable picker after the WAI-ARIA combobox pattern. Escape closes the list and nothing else. */
export function Combobox(props: ComboboxProps) {
  const { options, value, freeText = false, emptyText = i18n.t('No results') } = props
  const isAnyText = freeText && !props.suggests
  const listId = useId()
  const box = useRef<HTMLDivElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const [open, setOpen] = useState(false)
  const [typed, setTyped] = useState<string | null>(null)
  const [active, setActive] = useState(-1)
  const field = useFieldProps(props)

  const chosen = options.find((option) => option.value === value)
  const chosenText = chosen?.label ?? props.valueLabel ?? (freeText ? value : '')
  const shown = fitting(typed ?? '')
  // With free text and nothing to offer, an empty box would only be in the way.
  const listed = open && !(freeText && shown.length === 0)

  useFloating({
    open: listed,
    anchor: () => box.current,
    floating: list,
    side: 'bottom',
    align: 'start',
    matchWidth: true,
  })
  useEscape(listed, () => close())
  useEffect(() => {
    if (listed) document.getElementById(`${listId}-${active}`)?.scrollIntoView({ block: 'nearest' })
  }, [active, listed, listId])

  function fitting(text: string) {
    if (props.onType || text === '') return options
    const fits = wordsFinder(text)
    return options.filter(({ label }) => fits(label))
  }

  function show() {
    setOpen(true)
    setActive(shown.findIndex((option) => option.value === value && value !== ''))
  }

  function forgetTyped() {
    if (typed !== null) props.onType?.('')
    setTyped(null)
  }

  function close() {
    setOpen(false)
    setActive(-1)
    if (!freeText) forgetTyped()
  }

  function choose(option: ComboboxOption | undefined) {
    if (!option) return
    props.onValueChange(option.value)
    forgetTyped()
    setOpen(false)
    setActive(-1)
  }

  function type(text: string) {
    setTyped(text)
    setOpen(true)
    props.onType?.(text)
    const [first] = fitting(text)
    setActive(!isAnyText && text !== '' && first && !first.isDeliberate ? 0 : -1)
    if (freeText) props.onValueChange(text)
  }

  function clear() {
    props.onValueChange('')
    forgetTyped()
    input.current?.focus()
  }

  function leave() {
    if (!freeText && typed === '' && props.clearable) props.onValueChange('')
    setOpen(false)
    setActive(-1)
    forgetTyped()
    props.onBlur?.()
  }

  function press(event: KeyboardEvent) {
    if (event.nativeEvent.isComposing) return
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      if (listed) setActive(step(shown.length, active, event.key === 'ArrowDown' ? 1 : -1))
      else show()
    } else if (event.key === 'Enter' && !event.ctrlKey && !event.metaKey) {
      // It takes the row or the text, and never submits the form.
      event.preventDefault()
      if (!listed) return
      if (active >= 0 || (typed && !isAnyText)) {
        if (!props.isOld) choose(shown[active])
      } else close()
    } else if (event.key === 'Tab' && listed && active >= 0 && typed && !props.isOld) {
      choose(shown[active])
    }
  }

  const clearable = props.clearable && value !== ''
  return (
    <div ref={box} className={cn('relative min-w-0', props.className)}>
      <input
        ref={input}
        type="text"
        role="combobox"
        autoComplete="off"
        spellCheck={false}
        className={cn('input truncate', clearable ? 'pe-14' : 'pe-8')}
        name={props.name}
        placeholder={props.placeholder}
        aria-label={props['aria-label']}
        aria-autocomplete="list"
        aria-expanded={listed}
        aria-controls={listed ? listId : undefined}
        aria-activedescendant={listed && active >= 0 ? `${listId}-${active}` : undefined}
        value={typed ?? chosenText}
        onChange={(event) => type(event.target.value)}
        onKeyDown={press}
        onClick={() => {
          if (!open) show()
          if (typed === null && !isAnyText) input.current?.select()
        }}
        onBlur={leave}
        id={props.id}
        {...field}
      />
      {clearable && (
        <button
          type="button"
          tabIndex={-1}
          aria-label={i18n.t('Clear selection')}
          className="absolute inset-y-0 end-7 my-auto grid size-6 place-items-center rounded-control text-muted hover:bg-hover hover:text-fg"
          onPointerDown={(event) => event.preventDefault()}
          onClick={clear}
        >
          <X aria-hidden className="size-3.5!" />
        </button>
      )}
      <ChevronsUpDown
        aria-hidden
        className="pointer-events-none absolute inset-y-0 end-2.5 my-auto size-3.5! text-muted"
      />
      {listed && (
        // Pressing the mouse must not take the focus from the input.
        <div
          ref={list}
          popover="manual"
          className="floating popup"
          onMouseDown={(event) => event.preventDefault()}
          role="presentation"
        >
          <div
            {...asListbox}
            id={listId}
            aria-label={props['aria-label'] ?? i18n.t('Options')}
            className="max-h-64 overflow-y-auto p-1"
          >
            {shown.map((option, index) => (
              <Row
                key={option.value}
                id={`${listId}-${index}`}
                option={option}
                active={index === active}
                chosen={option.value === value}
                onPick={() => choose(option)}
                onPoint={() => setActive(index)}
              />
            ))}
          </div>
          <output className={cn('block text-muted', shown.length === 0 && 'px-3 pt-1 pb-3')}>
            {shown.length === 0 && emptyText}
          </output>
        </div>
      )}
    </div>
  )
}

interface RowProps {
  id: string
  option: ComboboxOption
  active: boolean
  chosen: boolean
  onPick: () => void
  onPoint: () => void
}

function Row({ id, option, active, chosen, onPick, onPoint }: RowProps) {
  // Keys are handled by the input, which keeps the focus.
  const asOption = { role: 'option', onClick: onPick, onPointerMove: onPoint }
  return (
    <div {...asOption} id={id} aria-selected={chosen} data-active={active || undefined} className="menu-item">
      <span className="min-w-0 flex-1 truncate">{option.label}</span>
      {option.hint && <span className="text-meta text-muted tabular-nums">{option.hint}</span>}
      {option.badge}
      {chosen && <Check aria-hidden className="size-3.5! text-link!" />}
    </div>
  )
}

/** The next row, around the end. */
function step(count: number, from: number, by: 1 | -1) {
  if (count === 0) return -1
  return ((from < 0 && by < 0 ? 0 : from) + by + count) % count
}
