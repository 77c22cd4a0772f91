import { useQuery } from '@tanstack/react-query'
import { defaultSettings, type Settings } from '#features/settings/contract.ts'
import { ownSettings } from '#features/settings/web/api.ts'
import { useMedia } from '#platform/web/hooks/use-media.ts'
import { createStore } from '#platform/web/store.ts'

/** A dialog over the screen, or in place of its content, beside the navigation. */
export type Frame = 'box' | 'place'

/** Frame of the open ticket; the rest of the page is out of reach meanwhile, but in a place not the navigation. */
export const shownFrame = createStore<Frame | undefined>(undefined)

export const useOwnSettings = (): Settings => useQuery(ownSettings()).data ?? defaultSettings

/** Tells whether a ticket can take the place of the screen here. */
export const useMayExpand = (): boolean => useMedia('(width >= 64rem) and (height >= 32.5rem)')

/** Tells whether the facts of a ticket stand beside its conversation. */
export const useIsWide = (): boolean => useMedia('(width >= 52rem) and (height >= 32.5rem)')

export function useFrame(): Frame {
  const { ticketExpanded } = useOwnSettings()
  return useMayExpand() && ticketExpanded ? 'place' : 'box'
}
