import type { RefObject } from 'react'
import { useActions, type Action } from './actions.ts'
import { reveal } from '../ui/tabs.tsx'

/** Offers an action that brings the focus to a part, also out from behind a tab. A list to choose from opens. */
export function useFocusAction(action: Action, part: RefObject<HTMLElement | null>): void {
  useActions([{ ...action, run: () => goTo(part.current) }])
}

function goTo(part: HTMLElement | null): boolean {
  if (!part || part.matches(':disabled')) return false
  reveal(part)
  part.scrollIntoView({ block: 'nearest' })
  part.focus()
  if (part instanceof HTMLSelectElement) openList(part)
  return true
}

function openList(select: HTMLSelectElement): void {
  try {
    select.showPicker()
  } catch {
    // The browser asks for a key that was pressed this very moment; the focus is there anyway.
  }
}
