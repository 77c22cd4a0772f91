import type { RefObject } from 'react'
import { createOffers } from '#platform/web/actions/offers.ts'
import type { Ticket } from '../../contract.ts'
import type { Selection } from './use-selection.ts'

/** A list or a board on the screen, as the keys that walk through it know it. */
export interface ShownList {
  /** Around the rows or cards. */
  element: RefObject<HTMLElement | null>
  /** Of a list in which tickets are selected: those that it shows. */
  tickets?: readonly Ticket[] | undefined
  selection?: Selection
}

export const shownLists = createOffers<ShownList>()

/** Lets keys walk through a list while it is on the screen. */
export const useShownList = shownLists.useOffer
