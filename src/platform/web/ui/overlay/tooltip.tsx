import {
  cloneElement,
  useEffect,
  useId,
  useRef,
  useState,
  type FocusEvent,
  type PointerEvent,
  type ReactElement,
  type ReactNode,
} from 'react'
import { Kbd } from '../kbd.tsx'
import { useEscape } from './use-escape.ts'
import { useFloating, type Side } from './use-floating.ts'

const openAfterMs = 400
const closeAfterMs = 120
const warmForMs = 400

let lastClosedAt = 0

interface TooltipProps {
  content: ReactNode
  shortcut?: string
  side?: Side
  /** The content repeats the child's accessible name, so it is not announced as a description too. */
  isName?: boolean
  children: ReactElement<{ 'aria-describedby'?: string }>
}

/** Appears on hover and keyboard focus, can be hovered itself, closes on Escape. Never on touch. */
export function Tooltip({ content, shortcut, side = 'top', isName = false, children }: TooltipProps) {
  const [open, setOpen] = useState(false)
  const id = useId()
  const wrapper = useRef<HTMLSpanElement>(null)
  const bubble = useRef<HTMLSpanElement>(null)
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined)

  useFloating({ open, anchor: () => wrapper.current?.firstElementChild, floating: bubble, side })
  useEffect(() => () => clearTimeout(timer.current), [])
  // The key still reaches a dialog around it: a stray hover must not cost a second press.
  useEscape(open, () => {
    hide()
    return false
  })

  function change(to: boolean, afterMs: number) {
    clearTimeout(timer.current)
    timer.current = setTimeout(() => (to ? setOpen(true) : hide()), afterMs)
  }

  function hide() {
    clearTimeout(timer.current)
    if (open) lastClosedAt = Date.now()
    setOpen(false)
  }

  function enter(event: PointerEvent) {
    if (event.pointerType === 'touch') return
    change(true, open || Date.now() - lastClosedAt < warmForMs ? 0 : openAfterMs)
  }

  function focus(event: FocusEvent) {
    if (event.target.matches(':focus-visible')) change(true, 0)
  }

  const described = open && !isName ? id : undefined
  return (
    <span
      ref={wrapper}
      className="contents"
      role="presentation"
      onPointerEnter={enter}
      onPointerLeave={() => change(false, closeAfterMs)}
      onPointerDown={hide}
      onFocus={focus}
      onBlur={hide}
    >
      {described ? cloneElement(children, { 'aria-describedby': described }) : children}
      {open && (
        <span ref={bubble} popover="manual" className="floating tooltip" aria-hidden={isName || undefined}>
          <span role={isName ? undefined : 'tooltip'} id={isName ? undefined : id}>
            {content}
          </span>
          {shortcut && <Kbd>{shortcut}</Kbd>}
        </span>
      )}
    </span>
  )
}
