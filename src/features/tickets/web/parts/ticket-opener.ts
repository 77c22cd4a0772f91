import type { MouseEvent } from 'react'
import type { TicketFilter, TicketQuery } from '../../list/contract.ts'

/** How a list opens a ticket; the screen knows the addresses. */
export interface TicketOpener {
  /** The address of this screen with the ticket open. */
  href(id: string): string
  open(id: string, focus?: 'management'): void
}

/** The address of the list behind a number, and what a plain click on it does. */
export type ListLink = (list: TicketFilter & Partial<Pick<TicketQuery, 'sort' | 'order'>>) => {
  href: string
  onClick(event: MouseEvent): void
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

/** Elements of a row that take a click for themselves; around a check box also a near miss. */
const ownClick = 'a, button, input, label, td:has([type=checkbox])'

/** For the row around the link or button: a click anywhere else in it opens the ticket too, unless it marks text. */
export const opensFromRow = ({ open }: Pick<TicketOpener, 'open'>, id: string) => ({
  onClick({ target, currentTarget }: MouseEvent) {
    // React passes the clicks of a row's menu to the row, although the menu is drawn elsewhere.
    const isInside = target instanceof Element && currentTarget.contains(target)
    if (isInside && !target.closest(ownClick) && getSelection()?.isCollapsed !== false) open(id)
  },
})

/** The address of a ticket for everybody who may see it. */
export const ticketLink = (ticketNumber: string): string =>
  `${location.origin}/my-tickets?ticket=${ticketNumber}`
