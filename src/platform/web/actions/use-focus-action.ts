import type { RefObject } from 'react'
import { useActions, type Action } from './actions.ts'
import { reveal } from '../ui/tabs.tsx'

/** Offers an action that focuses an element, also behind a tab. */
export function useFocusAction(action: Action, part: RefObject<HTMLElement | null>): void {
  useActions([{ ...action, run: () => goTo(part.current) }])
}

function goTo(part: HTMLElement | null): boolean {
  if (!part || part.matches(':disabled')) return false
  bringOut(part)
  part.focus()
  return true
}

export function bringOut(part: HTMLElement): void {
  reveal(part)
  part.scrollIntoView({ block: 'nearest' })
}
