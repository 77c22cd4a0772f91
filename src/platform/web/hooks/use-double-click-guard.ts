import { useRef, type MouseEvent } from 'react'

const withinMs = 500
const withinPx = 8

/**
 * Ignores the second press of a double click when the first has removed its row, and something else is under the
 * pointer.
 * @param rows selector of the rows
 * @returns the handler of clicks, for their capturing phase
 */
export function useDoubleClickGuard(rows: string) {
  const last = useRef<{ row: Element | null; at: number; x: number; y: number }>(undefined)
  return (event: MouseEvent<HTMLElement>) => {
    // A key clicks, too, and knows no place.
    if (event.detail === 0 || !(event.target instanceof Element)) return
    const { clientX: x, clientY: y, timeStamp: at } = event
    const row = event.target.closest(rows)
    const first = last.current
    const isSecond =
      first !== undefined && at - first.at < withinMs && Math.hypot(x - first.x, y - first.y) < withinPx
    if (isSecond && row !== first.row) {
      event.preventDefault()
      event.stopPropagation()
    } else last.current = { row, at, x, y }
  }
}
