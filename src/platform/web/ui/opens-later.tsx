import { useState, type ComponentProps, type ReactElement, type ReactNode } from 'react'
import { usePartSoon } from '../lazy-parts.ts'
import { PartBoundary } from './part-boundary.tsx'

type ButtonElement = ReactElement<ComponentProps<'button'>>

interface OpensLaterProps {
  /** Name of the part, for the sentence that it did not load. */
  what: string
  popup: 'dialog' | 'menu'
  /** Loads the part; usually `load` of a `lazyPart`. */
  load(): Promise<unknown>
  renderButton(closed: ComponentProps<'button'>): ButtonElement
  /** Part around the button, open from the start, rendered after the first press. */
  children(button: ButtonElement): ReactNode
}

/** A button whose dialog or menu is loaded when a person turns to it. */
export function OpensLater({ what, popup, load, renderButton, children }: OpensLaterProps) {
  const [isWanted, setWanted] = useState(false)
  usePartSoon(load)
  const closed = { 'aria-haspopup': popup, 'aria-expanded': false }
  if (!isWanted) {
    const fetchPart = () => void load().catch(() => undefined)
    const open = () => setWanted(true)
    return renderButton({
      ...closed,
      onPointerEnter: fetchPart,
      onFocus: fetchPart,
      onClick: open,
      ...(popup === 'menu' && { onKeyDown: ({ key }) => key === 'ArrowDown' && open() }),
    })
  }
  return (
    // The new button replaces the first, so the focus returns to it.
    <PartBoundary
      what={what}
      note="floating"
      onRetry={() => setWanted(false)}
      fallback={renderButton({ ...closed, autoFocus: true })}
    >
      {children(renderButton({ autoFocus: true }))}
    </PartBoundary>
  )
}
