import { useState, type KeyboardEvent, type ReactNode } from 'react'
import { wordsFinder } from '#platform/contract/searchable.ts'
import { useEscape } from '../overlay/use-escape.ts'

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

export interface ComboboxProps {
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

function fitting({ options, onType }: ComboboxProps, text: string): readonly ComboboxOption[] {
  if (onType || text === '') return options
  const fits = wordsFinder(text)
  return options.filter(({ label }) => fits(label))
}

/** Keeps what is typed into a combobox and which row is active. Escape closes the list and nothing else. */
export function useCombobox(props: ComboboxProps) {
  const { options, value, freeText = false } = props
  const isAnyText = freeText && !props.suggests
  const [open, setOpen] = useState(false)
  const [typed, setTyped] = useState<string | null>(null)
  const [active, setActive] = useState(-1)

  const chosen = options.find((option) => option.value === value)
  const chosenText = chosen?.label ?? props.valueLabel ?? (freeText ? value : '')
  const shown = fitting(props, typed ?? '')
  // With free text and nothing to offer, an empty box would only be in the way.
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
    /** Opens the list. @returns whether the text in the box is that of a row, to be typed over */
    point(): boolean {
      if (!open) show()
      return typed === null && !isAnyText
    },
  }
}

/** The next row, around the end. */
function step(count: number, from: number, by: 1 | -1) {
  if (count === 0) return -1
  return ((from < 0 && by < 0 ? 0 : from) + by + count) % count
}
