import { useEffect, useRef, type RefObject } from 'react'

const tintMs = 1200

/** Highlights an element for a moment, unless the person prefers reduced motion. */
export function tint(element: HTMLElement): void {
  if (matchMedia('(prefers-reduced-motion: reduce)').matches) return
  element.animate({ backgroundColor: ['var(--selected)', 'var(--selected)', 'transparent'] }, tintMs)
}

/** Highlights a row or card after another user's change. @param isPending true during an own change, whose answer is no news */
export function useTint(element: RefObject<HTMLElement | null>, version: number, isPending: boolean): void {
  const known = useRef({ version, isPending })
  useEffect(() => {
    const before = known.current
    known.current = { version, isPending }
    if (before.version === version || before.isPending || isPending) return
    if (element.current) tint(element.current)
  }, [element, version, isPending])
}
