import type { MouseEvent } from 'react'

/** How a list opens a ticket; the screen knows the addresses. */
export interface TicketOpener {
  /** The address of this screen with the ticket open. */
  href(id: string): string
  open(id: string, focus?: 'management'): void
}

/** A click that means what the link says, here and not in another tab or window. */
export const isPlainClick = ({ metaKey, ctrlKey, shiftKey, altKey, button }: MouseEvent) =>
  !metaKey && !ctrlKey && !shiftKey && !altKey && button === 0

/** For a link: a plain click opens the ticket here, any other does what it does with links. */
export function opensTicket({ href, open }: TicketOpener, id: string) {
  return {
    href: href(id),
    onClick(event: MouseEvent) {
      if (!isPlainClick(event)) return
      event.preventDefault()
      open(id)
    },
  }
}

/** Things in a row that a click means for themselves; around a check box also what was only just missed. */
const ownClick = 'a, button, input, label, td:has([type=checkbox])'

/** For the row around the link or button: a click anywhere else in it opens the ticket too, unless it marks text. */
export const opensFromRow = ({ open }: Pick<TicketOpener, 'open'>, id: string) => ({
  onClick({ target, currentTarget }: MouseEvent) {
    // What a menu of the row shows elsewhere also tells the row of its clicks.
    const isInside = target instanceof Element && currentTarget.contains(target)
    if (isInside && !target.closest(ownClick) && getSelection()?.isCollapsed !== false) open(id)
  },
})
