import { ChevronDown, ChevronUp } from 'lucide-react'
import { IconButton } from '#platform/web/ui/icon-button.tsx'
import type { Neighbours } from './use-neighbours.ts'

/** Leads to the tickets before and after this one in the list behind. */
export function TicketNeighbours({ isInList, toPrevious, toNext }: Neighbours) {
  if (!isInList) return null

  function go(to: (() => void) | undefined) {
    to?.()
    // The other ticket begins at its title, where a reader begins, too.
    requestAnimationFrame(() => document.querySelector<HTMLElement>('.ticket-dialog h2')?.focus())
  }
  return (
    <>
      <IconButton
        label="Previous ticket"
        shortcut="["
        tooltipSide="bottom"
        data-shortcut="previous"
        disabled={!toPrevious}
        onClick={() => go(toPrevious)}
      >
        <ChevronUp aria-hidden />
      </IconButton>
      <IconButton
        label="Next ticket"
        shortcut="]"
        tooltipSide="bottom"
        data-shortcut="next"
        disabled={!toNext}
        onClick={() => go(toNext)}
      >
        <ChevronDown aria-hidden />
      </IconButton>
    </>
  )
}
