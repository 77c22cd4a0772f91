import { useLayoutEffect, type RefObject } from 'react'

export type Side = 'top' | 'bottom' | 'start' | 'end'

interface FloatingOptions {
  open: boolean
  anchor: () => Element | null | undefined
  floating: RefObject<HTMLElement | null>
  side: Side
  align?: 'start' | 'center'
  /** At least as wide as the anchor. */
  matchWidth?: boolean
}

const gap = 6
const edge = 8

/** Shows a `popover="manual"` beside its anchor in the top layer: never clipped, flipped and shifted into the window. */
export function useFloating({ open, anchor, floating, side, align = 'center', matchWidth }: FloatingOptions) {
  useLayoutEffect(() => {
    const element = floating.current
    if (!open || !element) return undefined
    if (!element.matches(':popover-open')) element.showPopover()
    const move = () => {
      const at = anchor()?.getBoundingClientRect()
      if (at) place(element, at, side, align, matchWidth ?? false)
    }
    move()
    const resized = new ResizeObserver(move)
    resized.observe(element)
    window.addEventListener('scroll', move, true)
    window.addEventListener('resize', move)
    // Elements that appear above the anchor move it without an event.
    let top = anchor()?.getBoundingClientRect().top
    let frame = requestAnimationFrame(function follow() {
      const now = anchor()?.getBoundingClientRect().top
      if (now !== top) move()
      top = now
      frame = requestAnimationFrame(follow)
    })
    return () => {
      cancelAnimationFrame(frame)
      resized.disconnect()
      window.removeEventListener('scroll', move, true)
      window.removeEventListener('resize', move)
    }
  })
}

function place(
  element: HTMLElement,
  at: DOMRect,
  side: Side,
  align: 'start' | 'center',
  matchWidth: boolean,
) {
  if (matchWidth) element.style.minWidth = `${at.width}px`
  const { offsetWidth: width, offsetHeight: height } = element
  const rtl = getComputedStyle(element).direction === 'rtl'
  const wide = document.documentElement.clientWidth
  const high = window.innerHeight

  let left: number
  let top: number
  if (side === 'top' || side === 'bottom') {
    const above = at.top - gap - height
    const below = at.bottom + gap
    const fitsBelow = below + height <= high - edge
    const fitsAbove = above >= edge
    const isBelow = side === 'bottom' ? fitsBelow || !fitsAbove : fitsBelow && !fitsAbove
    top = isBelow ? below : above
    const aligned = rtl ? at.right - width : at.left
    left = align === 'center' ? at.left + (at.width - width) / 2 : aligned
  } else {
    const toRight = (side === 'end') !== rtl
    const right = at.right + gap
    const before = at.left - gap - width
    const isRight = toRight ? right + width <= wide - edge : before < edge
    left = isRight ? right : before
    top = at.top + (at.height - height) / 2
  }
  element.style.left = `${clamp(left, wide - width - edge)}px`
  element.style.top = `${clamp(top, high - height - edge)}px`
}

const clamp = (value: number, most: number) => Math.round(Math.max(edge, Math.min(value, most)))
