import { useEffect, useEffectEvent, useId, useState, type RefObject } from 'react'

type Field = RefObject<HTMLTextAreaElement | null>

interface TypedOptions {
  textarea: Field
  /** Matches the line before the caret: the replaced text, with the search in the first group. */
  pattern: RegExp
  isOffered: boolean
  onLeft?(): void
}

export interface Typed {
  text: string
  /** Length of the text that a choice replaces, up to the caret. */
  length: number
  leave(): void
  close(): void
}

/** Finds the word that searches a list, such as a name after an @; undefined without one. */
export function useTyped({ textarea, pattern, isOffered, onLeft }: TypedOptions): Typed | undefined {
  const [typed, setTyped] = useState<Pick<Typed, 'text' | 'length'>>()

  const look = useEffectEvent(() => {
    const field = textarea.current
    const isCaret = field && document.activeElement === field && field.selectionStart === field.selectionEnd
    const found = isCaret && pattern.exec(lineBefore(field))
    setTyped(found ? { text: found[1] ?? '', length: found[0].length } : undefined)
  })
  const close = () => setTyped(undefined)
  function leave() {
    if (typed) onLeft?.()
    close()
  }
  const blur = useEffectEvent(leave)
  useEffect(() => {
    const field = textarea.current
    if (!isOffered || !field) return undefined
    const onLook = () => look()
    const onBlur = () => blur()
    onLook()
    field.addEventListener('input', onLook)
    field.addEventListener('blur', onBlur)
    document.addEventListener('selectionchange', onLook)
    return () => {
      field.removeEventListener('input', onLook)
      field.removeEventListener('blur', onBlur)
      document.removeEventListener('selectionchange', onLook)
    }
  }, [textarea, isOffered])
  return isOffered && typed ? { ...typed, leave, close } : undefined
}

export function lineBefore({ value, selectionStart }: HTMLTextAreaElement): string {
  const before = value.slice(0, selectionStart)
  return before.slice(before.lastIndexOf('\n') + 1)
}

/** Inserts a text before the caret, and moves the caret behind it. Merges a double space. @param length of the replaced text */
export function putBeforeCaret(
  field: HTMLTextAreaElement,
  text: string,
  length: number,
  write: (content: string) => void,
): void {
  const start = field.selectionStart - length
  const rest = field.value.slice(field.selectionEnd)
  write(field.value.slice(0, start) + text + (text.endsWith(' ') ? rest.replace(/^ /, '') : rest))
  // Replacing text moves the caret to the end, so set it after the next render.
  requestAnimationFrame(() => {
    field.focus()
    field.setSelectionRange(start + text.length, start + text.length)
  })
}

interface ListOptions<Item> {
  textarea: Field
  typed: Typed | undefined
  items: readonly Item[]
  /** Chosen only with arrows or pointer, never by Enter alone. */
  isDeliberate?(item: Item): boolean
  onPick(item: Item, typed: Typed): void
}

export interface TypedListState<Item> {
  id: string
  items: readonly Item[]
  /** Index of the item that Enter takes; -1: none. */
  active: number
  isOpen: boolean
  setActive(to: number): void
  pick(item: Item): void
  textarea: Field
  leave(): void
}

/** Controls a list beside a text area, which keeps the focus: arrows, Enter and Tab act on the list. Render it by `TypedList`. */
export function useTypedList<Item extends { id: string }>(options: ListOptions<Item>): TypedListState<Item> {
  const { textarea, typed, items, isDeliberate, onPick } = options
  const id = useId()
  const [moved, setMoved] = useState({ by: '', to: 0 })
  const first = items[0] === undefined || isDeliberate?.(items[0]) ? -1 : 0
  const active = typed && moved.by === typed.text ? Math.min(moved.to, items.length - 1) : first
  const isOpen = typed !== undefined && items.length > 0

  const setActive = (to: number) => setMoved({ by: typed?.text ?? '', to })

  function pick(item: Item | undefined): void {
    if (!item || !typed) return
    typed.close()
    onPick(item, typed)
  }

  const press = useEffectEvent((event: KeyboardEvent) => {
    if (event.isComposing || event.ctrlKey || event.metaKey) return
    if (event.key === 'ArrowDown') setActive((active + 1) % items.length)
    else if (event.key === 'ArrowUp') setActive((Math.max(active, 0) - 1 + items.length) % items.length)
    else if ((event.key === 'Enter' || event.key === 'Tab') && active >= 0) pick(items[active])
    else return
    event.preventDefault()
    event.stopPropagation()
  })
  useEffect(() => {
    const field = textarea.current
    if (!isOpen || !field) return undefined
    const onKey = (event: KeyboardEvent) => press(event)
    field.addEventListener('keydown', onKey)
    field.setAttribute('aria-controls', id)
    return () => {
      field.removeEventListener('keydown', onKey)
      field.removeAttribute('aria-controls')
    }
  }, [textarea, isOpen, id])
  useEffect(() => {
    const field = textarea.current
    if (!isOpen || active < 0 || !field) return undefined
    const option = `${id}-${active}`
    field.setAttribute('aria-activedescendant', option)
    document.getElementById(option)?.scrollIntoView({ block: 'nearest' })
    return () => field.removeAttribute('aria-activedescendant')
  }, [textarea, isOpen, active, id])

  return { id, items, active, isOpen, setActive, pick, textarea, leave: () => typed?.leave() }
}
