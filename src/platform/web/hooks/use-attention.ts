import { useEffect, useRef, useState, type FocusEvent, type PointerEvent } from 'react'

/** Pointers stray for a moment on their way to the next row. */
const strayMs = 2000

/** Tells whether the mouse or the focus is on an element, or the mouse was a moment ago. */
export function useAttention() {
  const [isPointed, point] = useState(false)
  const [isFocused, focus] = useState(false)
  const leaving = useRef<ReturnType<typeof setTimeout>>(undefined)
  useEffect(() => () => clearTimeout(leaving.current), [])
  return {
    isHere: isPointed || isFocused,
    listeners: {
      // A finger has no hover: its pointer stays where it last touched.
      onPointerEnter: ({ pointerType }: PointerEvent) => {
        clearTimeout(leaving.current)
        point(pointerType !== 'touch')
      },
      onPointerLeave: () => {
        clearTimeout(leaving.current)
        leaving.current = setTimeout(() => point(false), strayMs)
      },
      onFocus: () => focus(true),
      onBlur: ({ currentTarget, relatedTarget }: FocusEvent) => focus(currentTarget.contains(relatedTarget)),
    },
  }
}
