import { useState, type FocusEvent, type PointerEvent } from 'react'

/** Whether somebody points at a thing with a mouse, or has the focus in it. */
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
