import { useLayoutEffect, useState, type RefObject } from 'react'
import { usualRows, type RowChoice } from '#features/tickets/list/columns/contract.ts'

const fewest = 5
const most = 100
/** Pager and margin below the rows. */
const belowPx = 80

/** Counts rows between the top of the list and the bottom of the window, as the page opens. */
function rowsThatFit(list: HTMLElement): number {
  const row = list.querySelector<HTMLElement>('tbody tr')?.offsetHeight
  const head = list.querySelector<HTMLElement>('thead')?.offsetHeight ?? 0
  if (!row) return Number(usualRows)
  const top = list.getBoundingClientRect().top + window.scrollY
  return Math.max(fewest, Math.min(most, Math.floor((window.innerHeight - top - head - belowPx) / row)))
}

/** @returns the rows of a page; undefined until the window is measured. Cards of a phone have no fit. */
export function usePageSize(
  rows: RowChoice,
  list: RefObject<HTMLElement | null>,
  isNarrow: boolean,
): number | undefined {
  const isFit = rows === 'fit' && !isNarrow
  const [fitting, fit] = useState<number>()
  useLayoutEffect(() => {
    if (!isFit) return undefined
    const measure = () => list.current && fit(rowsThatFit(list.current))
    measure()
    // Another density has other rows.
    const observer = new ResizeObserver(measure)
    if (list.current) observer.observe(list.current)
    window.addEventListener('resize', measure)
    return () => {
      observer.disconnect()
      window.removeEventListener('resize', measure)
    }
  }, [isFit, list])
  if (isFit) return fitting
  return Number(rows === 'fit' ? usualRows : rows)
}
