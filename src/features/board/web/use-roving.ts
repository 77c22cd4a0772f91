import { useEffect, type RefObject } from 'react'

const steps: Record<string, number | undefined> = { ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 }

function rove(event: KeyboardEvent): void {
  const by = steps[event.key]
  const { target } = event
  const isModified = event.shiftKey || event.ctrlKey || event.metaKey || event.altKey
  if (!by || isModified || !(target instanceof HTMLElement)) return
  const card = target.closest('[data-ticket]')
  // While a card is carried, arrows move it.
  if (!card || target.ariaPressed === 'true') return
  const parts = [...card.querySelectorAll<HTMLElement>('a, button:not(:disabled)')]
  event.preventDefault()
  parts.at((parts.indexOf(target) + by) % parts.length)?.focus()
}

/** Makes a card one stop of Tab, on its title; the arrows reach its buttons. */
export function useRoving(board: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const root = board.current
    root?.addEventListener('keydown', rove)
    return () => root?.removeEventListener('keydown', rove)
  }, [board])
}
