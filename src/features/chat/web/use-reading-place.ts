import { useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'

const nearPx = 80

const rowsOf = (list: HTMLElement) => [...list.querySelectorAll<HTMLElement>('[data-message]')]
const topIn = (list: HTMLElement, row: HTMLElement) =>
  row.getBoundingClientRect().top - list.getBoundingClientRect().top

/**
 * Keeps the reader's place: at the end they follow new rows; elsewhere the read message stays at its pixel.
 * @param newestId the last row, counted as missed away from the end
 * @param startAt the row to begin at, else the end
 */
export function useReadingPlace(newestId: string | undefined, startAt: string | undefined) {
  const list = useRef<HTMLDivElement>(null)
  const isAtEnd = useRef(true)
  const anchor = useRef<{ id: string; top: number }>(undefined)
  const lastTop = useRef(0)
  const hasBegun = useRef(false)
  const known = useRef<string>(undefined)
  const [missed, setMissed] = useState(0)

  const remember = useCallback(() => {
    const element = list.current
    if (!element || element.clientHeight === 0) return
    lastTop.current = element.scrollTop
    isAtEnd.current = element.scrollHeight - element.clientHeight - element.scrollTop < nearPx
    if (isAtEnd.current) setMissed(0)
    const first = rowsOf(element).find((row) => topIn(element, row) + row.offsetHeight > 0)
    anchor.current = first?.dataset.message
      ? { id: first.dataset.message, top: topIn(element, first) }
      : undefined
  }, [])

  const restore = useCallback(() => {
    const element = list.current
    const rows = element ? rowsOf(element) : []
    if (!element || element.clientHeight === 0 || rows.length === 0) return
    const start = hasBegun.current ? undefined : rows.find(({ dataset }) => dataset.message === startAt)
    // The person has scrolled, and the browser has not reported it yet.
    if (hasBegun.current && Math.abs(element.scrollTop - lastTop.current) > 1) remember()
    hasBegun.current = true
    // A little above, so that the mark before it shows.
    if (start) element.scrollTop += topIn(element, start) - 48
    else if (isAtEnd.current) element.scrollTop = element.scrollHeight
    else {
      const row = rows.find(({ dataset }) => dataset.message === anchor.current?.id)
      if (row && anchor.current) element.scrollTop += topIn(element, row) - anchor.current.top
    }
    remember()
  }, [remember, startAt])

  const toEnd = useCallback(() => {
    const element = list.current
    if (!element) return
    element.scrollTop = element.scrollHeight
    remember()
  }, [remember])

  useLayoutEffect(() => {
    const element = list.current
    if (!element || newestId === undefined) return
    if (Math.abs(element.scrollTop - lastTop.current) > 1) remember()
    if (known.current !== undefined && known.current !== newestId && !isAtEnd.current) {
      const ids = rowsOf(element).map(({ dataset }) => dataset.message)
      const at = ids.indexOf(known.current)
      // One's own message has another id once it was stored.
      if (at >= 0) setMissed((count) => count + ids.length - 1 - at)
    }
    known.current = newestId
  }, [newestId, remember])

  // After every render.
  useLayoutEffect(restore)

  useEffect(() => {
    const element = list.current
    if (!element) return undefined
    element.addEventListener('scroll', remember, { passive: true })
    const sizes = new ResizeObserver(restore)
    sizes.observe(element)
    for (const child of element.children) sizes.observe(child)
    return () => {
      element.removeEventListener('scroll', remember)
      sizes.disconnect()
    }
  }, [remember, restore])

  return { list, missed, toEnd }
}
