import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react'

/**
 * When the card that has the focus goes to another column, the focus goes with it: to the same grip, else to the card's title. When the
 * card is shown no more it goes to the head of the column it stood in, or on a phone to that column's tab.
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
      // An element that is being taken away also tells that it has lost the focus, and is still there while it does.
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
