import type { MouseEvent } from 'react'
import type { TicketFilter, TicketQuery } from '../../list/contract.ts'

/** Opens tickets from lists; only screens know the addresses. */
export interface TicketOpener {
  /** Address of this screen with the ticket open. */
  href(id: string): string
  open(id: string, focus?: 'management'): void
}

/** Address of a filtered list, and its click handler. */
export type ListLink = (list: TicketFilter & Partial<Pick<TicketQuery, 'sort' | 'order'>>) => {
  href: string
  onClick(event: MouseEvent): void
}

/** Excludes clicks for another tab or window. */
export const isPlainClick = ({ metaKey, ctrlKey, shiftKey, altKey, button }: MouseEvent) =>
  !metaKey && !ctrlKey && !shiftKey && !altKey && button === 0

/** Props of a link: a plain click opens the ticket here. */
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

/** Elements that handle clicks themselves; around a check box also a near miss. */
const ownClick = 'a, button, input, label, td:has([type=checkbox])'

/** Props of a row: a click elsewhere in it opens the ticket, unless it selects text. */
export const opensFromRow = ({ open }: Pick<TicketOpener, 'open'>, id: string) => ({
  onClick({ target, currentTarget }: MouseEvent) {
    // React bubbles clicks from a row's menu, although it is rendered elsewhere.
    const isInside = target instanceof Element && currentTarget.contains(target)
    if (isInside && !target.closest(ownClick) && getSelection()?.isCollapsed !== false) open(id)
  },
})

/** Works for every viewer of the ticket. */
export const ticketLink = (ticketNumber: string): string =>
  `${location.origin}/my-tickets?ticket=${ticketNumber}`
