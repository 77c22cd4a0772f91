import { i18n } from '#platform/contract/i18n.ts'
import { Check, ChevronsUpDown, X } from 'lucide-react'
import { useEffect, useId, useRef } from 'react'
import { cn } from '../../cn.ts'
import { useFieldProps } from './field.tsx'
import { useFloating } from '../overlay/use-floating.ts'
import { useCombobox, type ComboboxOption, type ComboboxProps } from './use-combobox.ts'

// The list belongs to the input beside it; a <select> could not be searched.
const asListbox = { role: 'listbox' }

/** A searchable picker after the WAI-ARIA combobox pattern. */
export function Combobox(props: ComboboxProps) {
  const { value, emptyText = i18n.t('No results') } = props
  const listId = useId()
  const box = useRef<HTMLDivElement>(null)
  const input = useRef<HTMLInputElement>(null)
  const list = useRef<HTMLDivElement>(null)
  const field = useFieldProps(props)
  const { shown, listed, active, setActive, ...state } = useCombobox(props)
  useFloating({
    open: listed,
    anchor: () => box.current,
    floating: list,
    side: 'bottom',
    align: 'start',
    matchWidth: true,
  })
  useEffect(() => {
    if (listed) document.getElementById(`${listId}-${active}`)?.scrollIntoView({ block: 'nearest' })
  }, [active, listed, listId])

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
        value={state.text}
        onChange={(event) => state.type(event.target.value)}
        onKeyDown={state.press}
        onClick={() => {
          if (state.point()) input.current?.select()
        }}
        onBlur={state.leave}
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
          onClick={() => {
            state.clear()
            input.current?.focus()
          }}
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
                onPick={() => state.choose(option)}
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
  // The input handles the keys and keeps the focus.
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
