import { useCallback, useEffect, useMemo, useRef, useState, type RefObject } from 'react'

const nearPx = 80
/** Space above the row at which a conversation opens. */
const abovePx = 64

/**
 * Stays at the end of a pane while its content grows, and never moves a reader above.
 * @param shownIn layout that shows the pane, as each has one of its own; undefined while another tab covers it
 */
export function useFollowedPane(pane: RefObject<HTMLElement | null>, shownIn: 'wide' | 'narrow' | undefined) {
  const isAtEnd = useRef(false)
  /** Nothing is followed before: while it loads, a short pane is at its end by chance. */
  const isOpened = useRef(false)
  const isTouched = useRef(false)
  const [isAway, setAway] = useState(false)
  const note = useCallback((atEnd: boolean) => {
    isAtEnd.current = atEnd
    setAway(!atEnd)
  }, [])
  const toEnd = useCallback(() => {
    note(true)
    pane.current?.scrollTo({ top: pane.current.scrollHeight })
    // Scroll the dialog in a short window.
    pane.current?.scrollIntoView({ block: 'end' })
  }, [pane, note])
  const toStart = useCallback(() => {
    isAtEnd.current = false
    pane.current?.scrollTo({ top: 0 })
  }, [pane])
  const look = useCallback(() => {
    const element = pane.current
    if (!element) return
    const belowPane = element.scrollHeight - element.clientHeight - element.scrollTop
    const belowWindow = element.getBoundingClientRect().bottom - window.innerHeight
    note(Math.max(belowPane, belowWindow) < nearPx)
  }, [pane, note])
  const follow = useCallback(() => {
    if (isOpened.current && isAtEnd.current) toEnd()
  }, [toEnd])
  /** @param row absent: the end */
  const openAt = useCallback(
    (row: HTMLElement | null) => {
      const element = pane.current
      if (!element) return
      isOpened.current = true
      // The reader has begun already.
      if (isTouched.current) return look()
      const top = row
        ? element.scrollTop + row.getBoundingClientRect().top - element.getBoundingClientRect().top - abovePx
        : element.scrollHeight
      element.scrollTo({ top })
      // Scroll the dialog in a short window.
      if (row) row.scrollIntoView({ block: 'center' })
      else element.scrollIntoView({ block: 'end' })
      look()
    },
    [pane, look],
  )
  /** Ends following, before content is added above. */
  const stay = useCallback(() => void (isAtEnd.current = false), [])

  useEffect(() => {
    const element = pane.current
    if (!element || shownIn === undefined) return undefined
    const dialog = element.closest('[role=dialog]')
    const options = { capture: true, passive: true }
    dialog?.addEventListener('scroll', look, options)
    // Called at once, and when pictures or texts load late: these must not push the end out of sight.
    const touch = () => void (isTouched.current = true)
    const touches = ['wheel', 'touchmove', 'keydown', 'pointerdown'] as const
    for (const kind of touches) element.addEventListener(kind, touch, options)
    const grown = new ResizeObserver(() => {
      if (isOpened.current && isAtEnd.current) element.scrollTo({ top: element.scrollHeight })
      else look()
    })
    for (const part of [element, ...element.children]) grown.observe(part)
    return () => {
      dialog?.removeEventListener('scroll', look, options)
      for (const kind of touches) element.removeEventListener(kind, touch, options)
      grown.disconnect()
    }
  }, [pane, shownIn, look])

  return useMemo(
    () => ({ toEnd, toStart, follow, openAt, stay, isAway }),
    [toEnd, toStart, follow, openAt, stay, isAway],
  )
}

export type FollowedPane = ReturnType<typeof useFollowedPane>
