import { useEffect, useRef, type RefObject } from 'react'

const tintMs = 1200

/** Tints what somebody is led to for a moment, unless they want nothing to move. */
export function tint(element: HTMLElement): void {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return
  element.animate({ backgroundColor: ['var(--selected)', 'var(--selected)', 'transparent'] }, tintMs)
}

/**
 * Tints a row or card for a moment when somebody else has changed its ticket.
 * @param isPending whether a change of one's own is on its way; its answer is no news
 */
export function useTint(element: RefObject<HTMLElement | null>, version: number, isPending: boolean): void {
  const known = useRef({ version, isPending })
  useEffect(() => {
    const before = known.current
    known.current = { version, isPending }
    if (before.version === version || before.isPending || isPending) return
    if (element.current) tint(element.current)
  }, [element, version, isPending])
}
