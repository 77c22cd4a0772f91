import { useState, type FocusEvent, type PointerEvent } from 'react'

/** Tells whether the mouse or the focus is on an element. */
export function useAttention() {
  const [isPointed, point] = useState(false)
  const [isFocused, focus] = useState(false)
  return {
    isHere: isPointed || isFocused,
    listeners: {
      // A finger has no hover: its pointer stays where it last touched.
      onPointerEnter: ({ pointerType }: PointerEvent) => point(pointerType !== 'touch'),
      onPointerLeave: () => point(false),
      onFocus: () => focus(true),
      onBlur: ({ currentTarget, relatedTarget }: FocusEvent) => focus(currentTarget.contains(relatedTarget)),
    },
  }
}
