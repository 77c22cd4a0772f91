import type { MouseEvent } from 'react'

/** How a list opens a ticket; the screen knows the addresses. */
export interface TicketOpener {
  /** The address of this screen with the ticket open. */
  href(id: string): string
  open(id: string, focus?: 'management'): void
}

/** For a link: a plain click opens the ticket here, any other does what it does with links. */
export function opensTicket({ href, open }: TicketOpener, id: string) {
  return {
    href: href(id),
    onClick(event: MouseEvent) {
      if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || event.button !== 0) return
      event.preventDefault()
      open(id)
    },
  }
}
