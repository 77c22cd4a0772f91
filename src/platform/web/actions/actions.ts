import type { LucideIcon } from 'lucide-react'
import { createOffers } from './offers.ts'

export interface Action {
  id: string
  label: string
  icon?: LucideIcon
  /** `g m` for one after the other, `Mod+k` for one with Ctrl or Cmd, `Shift+x`. */
  keys?: string
  or?: string
  group?: 'Anywhere' | 'In a list' | 'In a table' | 'In a ticket' | 'On the board' | 'In unsorted mail'
  /** Name on the sheet, if `label` is unclear there. */
  longLabel?: string
  /** Only listed in the sheet; another component handles the keys. */
  isNative?: boolean
  /** Unavailable while a ticket lies over the screen. */
  isOfScreen?: boolean
  /** Heading in the palette, which lists no actions without one. */
  heading?: string
  /** Additional words for the palette's search. */
  words?: string
  /** Shown in the palette only when its words are typed. */
  isRare?: boolean
}

export interface OfferedAction extends Action {
  /** @returns false when it did nothing, so that the key keeps its usual effect */
  run(): boolean | void
}

const offers = createOffers<readonly OfferedAction[]>()

/** Offers actions while the component is mounted; for one id the last mounted component wins. */
export const useActions = offers.useOffer

/** Lists the available actions, each of its last mounted component. */
export function listOffered(): readonly OfferedAction[] {
  const byId = new Map<string, OfferedAction>()
  for (const { current } of offers.get())
    for (const action of current) if (!byId.has(action.id)) byId.set(action.id, action)
  return [...byId.values()]
}

export function useOffered(): readonly OfferedAction[] {
  offers.use()
  return listOffered()
}

const offerWithinMs = 3000

/** Runs an action as soon as a mounting component offers it. */
export function runWhenOffered({ id }: Action): void {
  const until = performance.now() + offerWithinMs
  const seek = () => {
    const offered = listOffered().find((one) => one.id === id)
    if ((!offered || offered.run() === false) && performance.now() < until) requestAnimationFrame(seek)
  }
  requestAnimationFrame(seek)
}
