import type { RefObject } from 'react'
import { createOffers } from '#platform/web/actions/offers.ts'
import type { Status, Ticket } from '#features/tickets/contract.ts'
import type { Selection } from './use-selection.ts'

/** A list or a board on the screen, as the keys that walk through it know it. */
export interface ShownList {
  /** Around the rows or cards. */
  element: RefObject<HTMLElement | null>
  /** Those that it shows, where keys may act on them. */
  tickets?: readonly Ticket[] | undefined
  selection?: Selection
  /** How it changes a status, where that is not as everywhere. */
  onStatus?(ticket: Ticket, status: Status): void
}

export const shownLists = createOffers<ShownList>()

/** The list or the board that is on the screen gets the focus. */
export const focusList = () => shownLists.get()[0]?.current.element.current?.focus({ preventScroll: true })

/** Lets keys walk through a list while it is on the screen. */
export const useShownList = shownLists.useOffer
