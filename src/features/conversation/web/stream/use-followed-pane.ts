import { useCallback, useEffect, useMemo, useRef, type RefObject } from 'react'

const nearPx = 80

/** Follows new content at the end of a pane, and never moves a reader above. */
export function useFollowedPane(pane: RefObject<HTMLElement | null>, isShown: boolean) {
  const isAtEnd = useRef(false)
  const toEnd = useCallback(() => {
    // New content may appear only with the next render.
    isAtEnd.current = true
    pane.current?.scrollTo({ top: pane.current.scrollHeight })
    // Scroll the dialog in a short window.
    pane.current?.scrollIntoView({ block: 'end' })
  }, [pane])
  const look = useCallback(() => {
    const element = pane.current
    if (!element) return
    const belowPane = element.scrollHeight - element.clientHeight - element.scrollTop
    const belowWindow = element.getBoundingClientRect().bottom - window.innerHeight
    isAtEnd.current = Math.max(belowPane, belowWindow) < nearPx
  }, [pane])
  const follow = useCallback(() => {
    if (isAtEnd.current) toEnd()
  }, [toEnd])

  useEffect(() => {
    const element = pane.current
    if (!element || !isShown) return undefined
    look()
    const dialog = element.closest('[role=dialog]')
    const options = { capture: true, passive: true }
    dialog?.addEventListener('scroll', look, options)
    return () => dialog?.removeEventListener('scroll', look, options)
  }, [pane, isShown, look])

  return useMemo(() => ({ toEnd, look, follow }), [toEnd, look, follow])
}

export type FollowedPane = ReturnType<typeof useFollowedPane>
