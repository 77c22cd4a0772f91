import { useState, type KeyboardEvent, type ReactNode } from 'react'
import { wordsFinder } from '#platform/contract/searchable.ts'
import { useEscape } from '../overlay/use-escape.ts'

export interface ComboboxOption {
  value: string
  label: string
  /** Quiet text at the end, such as a number. */
  hint?: string
  badge?: ReactNode
  /** Chosen only by pointing or arrows, never by typing alone. */
  isDeliberate?: boolean
}

export interface ComboboxProps {
  options: readonly ComboboxOption[]
  /** Value of the chosen option, or with `freeText` the text; '' for none. */
  value: string
  onValueChange: (value: string) => void
  /** Called with typed text to search elsewhere: `options` are then shown unfiltered. */
  onType?: (text: string) => void
  /** The options belong to an earlier text, so no key takes one. */
  isOld?: boolean
  /** Text of a chosen value outside of the options. */
  valueLabel?: string
  freeText?: boolean
  /** With `freeText`: Enter and Tab take the first matching option. */
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

function fitting({ options, onType }: ComboboxProps, text: string): readonly ComboboxOption[] {
  if (onType || text === '') return options
  const fits = wordsFinder(text)
  return options.filter(({ label }) => fits(label))
}

/** Keeps the typed text and the active row. Escape closes the list and nothing else. */
export function useCombobox(props: ComboboxProps) {
  const { options, value, freeText = false } = props
  const isAnyText = freeText && !props.suggests
  const [open, setOpen] = useState(false)
  const [typed, setTyped] = useState<string | null>(null)
  const [active, setActive] = useState(-1)

  const chosen = options.find((option) => option.value === value)
  const chosenText = chosen?.label ?? props.valueLabel ?? (freeText ? value : '')
  const shown = fitting(props, typed ?? '')
  // With free text and no options, an empty list would be in the way.
  const listed = open && !(freeText && shown.length === 0)

  useEscape(listed, () => close())

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
    const [first] = fitting(props, text)
    setActive(!isAnyText && text !== '' && first && !first.isDeliberate ? 0 : -1)
    if (freeText) props.onValueChange(text)
  }

  function clear() {
    props.onValueChange('')
    forgetTyped()
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
      // Enter takes the row or the text, and never submits the form.
      event.preventDefault()
      if (!listed) return
      if (active >= 0 || (typed && !isAnyText)) {
        if (!props.isOld) choose(shown[active])
      } else close()
    } else if (event.key === 'Tab' && listed && active >= 0 && typed && !props.isOld) {
      choose(shown[active])
    }
  }

  return {
    shown,
    listed,
    active,
    setActive,
    text: typed ?? chosenText,
    choose,
    type,
    clear,
    leave,
    press,
    /** Opens the list. @returns whether to select the text in the box */
    point(): boolean {
      if (!open) show()
      return typed === null && !isAnyText
    },
  }
}

function step(count: number, from: number, by: 1 | -1) {
  if (count === 0) return -1
  return ((from < 0 && by < 0 ? 0 : from) + by + count) % count
}
