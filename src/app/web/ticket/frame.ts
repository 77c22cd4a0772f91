import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { defaultSettings, type Settings } from '#features/settings/contract.ts'
import { ownSettings } from '#features/settings/web/api.ts'
import { useMedia } from '#platform/web/hooks/use-media.ts'
import { createStore } from '#platform/web/store.ts'
import { textBox } from './focus.ts'

/** A dialog over the screen, or in place of its content, beside the navigation. */
export type Frame = 'box' | 'place'

/** Frame of the open ticket; the rest of the page is out of reach meanwhile, but in a place not the navigation. */
export const shownFrame = createStore<Frame | undefined>(undefined)

export const useOwnSettings = (): Settings => useQuery(ownSettings()).data ?? defaultSettings

/**
 * Tells whether the window has some height. A change to a low one counts unless somebody types: then it is the keyboard
 * of a tablet that takes the height, and another layout would mount the field anew and close the keyboard.
 */
function useIsTall(): boolean {
  const isTall = useMedia('(height >= 32.5rem)')
  const [seen, see] = useState({ isTall, isLow: !isTall })
  if (seen.isTall !== isTall) see({ isTall, isLow: !isTall && !document.activeElement?.matches(textBox) })
  return !seen.isLow
}

/** Tells whether a ticket can take the place of the screen here. */
export function useMayExpand(): boolean {
  const isTall = useIsTall()
  return useMedia('(width >= 64rem)') && isTall
}

/** Tells whether the facts of a ticket stand beside its conversation. */
export function useIsWide(): boolean {
  const isTall = useIsTall()
  return useMedia('(width >= 52rem)') && isTall
}

export function useFrame(): Frame {
  const { ticketExpanded } = useOwnSettings()
  return useMayExpand() && ticketExpanded ? 'place' : 'box'
}
