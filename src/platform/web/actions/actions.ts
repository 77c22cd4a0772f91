import type { LucideIcon } from 'lucide-react'
import { createOffers } from './offers.ts'

/** Something that can be done, as its button, a menu, the palette, its key and the sheet of shortcuts know it. */
export interface Action {
  id: string
  /** Name on buttons, in menus and in the palette. */
  label: string
  icon?: LucideIcon
  /** Such as `g m` for one after the other, `Mod+k` for one with Ctrl or Cmd, `Shift+x`. */
  keys?: string
  /** Other keys for the same. */
  or?: string
  /** Where the sheet of shortcuts lists it. */
  group?: 'Anywhere' | 'In a list' | 'In a table' | 'In a ticket' | 'On the board'
  /** Name on the sheet, where the label alone would not say. */
  longLabel?: string
  /** The sheet lists its keys; something else acts on them. */
  isNative?: boolean
  /** It belongs to the screen, so it is out of reach while a ticket lies over that. */
  isOfScreen?: boolean
  /** The heading it stands under in the palette, which lists no others. */
  heading?: string
  /** Other words the palette finds it by. */
  words?: string
  /** The palette shows it only when its words are typed: one of many values. */
  isRare?: boolean
}

/** An action of somebody who can do it at this moment. */
export interface OfferedAction extends Action {
  /** @returns false when there was nothing to do, so that the key does what it does anyway */
  run(): boolean | void
}

const offers = createOffers<readonly OfferedAction[]>()

/** Offers these actions while the component is mounted; where two offer the same one, the last mounted does it. */
export const useActions = offers.useOffer

/** Lists the actions that can be done now, each by the last mounted component that offers it. */
export function listOffered(): readonly OfferedAction[] {
  const byId = new Map<string, OfferedAction>()
  for (const { current } of offers.get())
    for (const action of current) if (!byId.has(action.id)) byId.set(action.id, action)
  return [...byId.values()]
}

/** The same, drawn anew as components come and go. */
export function useOffered(): readonly OfferedAction[] {
  offers.use()
  return listOffered()
}

const offerWithinMs = 3000

/** Does it as soon as somebody who is about to be drawn offers it. */
export function runWhenOffered({ id }: Action): void {
  const until = performance.now() + offerWithinMs
  const seek = () => {
    const offered = listOffered().find((one) => one.id === id)
    if ((!offered || offered.run() === false) && performance.now() < until) requestAnimationFrame(seek)
  }
  requestAnimationFrame(seek)
}
