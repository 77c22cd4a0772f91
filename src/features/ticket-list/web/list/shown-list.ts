import type { RefObject } from 'react'
import { createOffers } from '#platform/web/actions/offers.ts'
import type { Status, Ticket } from '#features/tickets/contract.ts'
import type { Selection } from './use-selection.ts'

/** Visible list or board, for keyboard navigation. */
export interface ShownList {
  element: RefObject<HTMLElement | null>
  /** Visible tickets that keys may act on. */
  tickets?: readonly Ticket[] | undefined
  selection?: Selection
  /** Overrides how a status is changed. */
  onStatus?(ticket: Ticket, status: Status): void
}

export const shownLists = createOffers<ShownList>()

export const focusList = () => shownLists.get()[0]?.current.element.current?.focus({ preventScroll: true })

export const useShownList = shownLists.useOffer
