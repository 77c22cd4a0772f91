import { useCallback, useLayoutEffect, useRef, type RefObject } from 'react'

const firstOf = (list: HTMLElement | null) =>
  list?.querySelector<HTMLElement>(':scope > li:not([data-left-out], [data-new])')

/** Keeps the first row in place while rows are added above. @returns a function to call just before */
export function useScrollAnchor(list: RefObject<HTMLElement | null>): () => void {
  const kept = useRef<{ row: HTMLElement; top: number }>(undefined)
  useLayoutEffect(() => {
    if (!kept.current || firstOf(list.current) === kept.current.row) return
    const { row, top } = kept.current
    kept.current = undefined
    let moved = row.getBoundingClientRect().top - top
    // Scroll the dialog in a short window, where the pane cannot.
    for (let pane = row.parentElement; pane && Math.abs(moved) >= 1; pane = pane.parentElement) {
      const before = pane.scrollTop
      pane.scrollTop += moved
      moved -= pane.scrollTop - before
    }
    // The button that had the focus may be gone.
    if (document.activeElement === document.body) row.focus({ preventScroll: true })
  })
  return useCallback(() => {
    const row = firstOf(list.current)
    kept.current = row ? { row, top: row.getBoundingClientRect().top } : undefined
  }, [list])
}
