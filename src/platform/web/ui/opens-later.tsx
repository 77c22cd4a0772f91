import { useState, type ComponentProps, type ReactElement, type ReactNode } from 'react'
import { usePartSoon } from '../lazy-parts.ts'
import { PartBoundary } from './part-boundary.tsx'

type ButtonElement = ReactElement<ComponentProps<'button'>>

interface OpensLaterProps {
  /** Name of the part, for the sentence that it did not load. */
  what: string
  popup: 'dialog' | 'menu'
  /** Fetches what opens; as a rule the `load` of a `lazyPart`. */
  load(): Promise<unknown>
  /** The button, with what it must take over. */
  renderButton(closed: ComponentProps<'button'>): ButtonElement
  /** Part around the button, open from the start: it is drawn once somebody has pressed that. */
  children(button: ButtonElement): ReactNode
}

/** A button that is there at once, and what opens from it, which is fetched when a person turns to the button. */
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
    // One button takes the place of another, and is where the focus returns to.
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
