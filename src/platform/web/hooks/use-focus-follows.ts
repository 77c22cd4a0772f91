import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react'

/**
 * Keeps the focus on a card that moves to another column: on the same grip, else its title. For a hidden card, on its former column's head,
 * or on a phone on that column's tab.
 */
export function useFocusFollows(board: RefObject<HTMLElement | null>): void {
  const last = useRef<{ element: Element; ticket: string; column: string; part: string } | null>(null)

  useEffect(() => {
    const root = board.current
    if (!root) return undefined
    function remember({ target }: FocusEvent) {
      if (!(target instanceof HTMLElement)) return
      const ticket = target.closest<HTMLElement>('[data-ticket]')?.dataset['ticket']
      const column = target.closest<HTMLElement>('[data-column]')?.dataset['column'] ?? ''
      const part = target.dataset['focus'] === 'grip' ? 'grip' : 'title'
      last.current = ticket ? { element: target, ticket, column, part } : null
    }
    function forget({ target, relatedTarget }: FocusEvent) {
      // An element under removal fires `focusout` while it is still connected.
      queueMicrotask(() => {
        const stays = target instanceof Element && target.isConnected && !isOff(target)
        if ((relatedTarget || stays) && last.current?.element === target) last.current = null
      })
    }
    root.addEventListener('focusin', remember)
    root.addEventListener('focusout', forget)
    return () => {
      root.removeEventListener('focusin', remember)
      root.removeEventListener('focusout', forget)
    }
  }, [board])

  useLayoutEffect(() => {
    const lost = last.current
    if (!lost || (lost.element.isConnected && !isOff(lost.element))) return
    const hasFocus = document.activeElement !== null && document.activeElement !== document.body
    if (hasFocus && document.activeElement !== lost.element) return
    const card = board.current?.querySelector(`[data-ticket="${CSS.escape(lost.ticket)}"]`)
    const target =
      card?.querySelector<HTMLElement>(`[data-focus="${lost.part}"]`) ??
      board.current?.querySelector<HTMLElement>(`[data-column="${lost.column}"] [data-focus="head"]`) ??
      board.current?.querySelector<HTMLElement>('[role=tab][aria-selected=true]')
    target?.focus()
  })
}

const isOff = (element: Element) => element instanceof HTMLButtonElement && element.disabled
