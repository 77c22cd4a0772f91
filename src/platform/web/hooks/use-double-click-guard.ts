import { useRef, type MouseEvent } from 'react'

const withinMs = 500
const withinPx = 8

/**
 * Keeps a double click to the card that it began on: its first press may move that card away, and the next one under
 * the pointer.
 * @returns the handler of clicks, for their capturing phase
 */
export function useOneCardPerDoubleClick() {
  const last = useRef<{ card: Element | null; at: number; x: number; y: number }>(undefined)
  return (event: MouseEvent<HTMLElement>) => {
    // A key clicks, too, and knows no place.
    if (event.detail === 0 || !(event.target instanceof Element)) return
    const { clientX: x, clientY: y, timeStamp: at } = event
    const card = event.target.closest('article')
    const first = last.current
    const isSecond =
      first !== undefined && at - first.at < withinMs && Math.hypot(x - first.x, y - first.y) < withinPx
    if (isSecond && card !== first.card) {
      event.preventDefault()
      event.stopPropagation()
    } else last.current = { card, at, x, y }
  }
}
