import { useActions, type OfferedAction } from '#platform/web/actions/actions.ts'
import { i18n } from '#platform/contract/i18n.ts'
import { IconButton } from '#platform/web/ui/icon-button.tsx'
import { nextTicket, previousTicket } from '#features/tickets/web/actions.ts'
import type { Neighbours } from '#features/ticket-list/web/neighbours/use-neighbours.ts'

export function TicketNeighbours({ isInList, position, toPrevious, toNext }: Neighbours) {
  function go(to: (() => void) | undefined) {
    if (!to) return false
    to()
    // Readers start at the title.
    requestAnimationFrame(() => document.querySelector<HTMLElement>('.ticket-dialog h2[tabindex]')?.focus())
    return true
  }
  const previous = { ...previousTicket, run: () => go(toPrevious) }
  const next = { ...nextTicket, run: () => go(toNext) }
  useActions([previous, next])
  if (!isInList) return null
  return (
    <>
      {position && (
        <span className="px-1 text-meta whitespace-nowrap text-muted tabular-nums max-md:hidden">
          {i18n.t('{place} of {total}', position)}
        </span>
      )}
      <Step action={previous} isPossible={toPrevious !== undefined} />
      <Step action={next} isPossible={toNext !== undefined} />
    </>
  )
}

function Step({ action, isPossible }: { action: OfferedAction; isPossible: boolean }) {
  const { label, keys, icon: Icon, run } = action
  return (
    <IconButton label={label} shortcut={keys} tooltipSide="bottom" disabled={!isPossible} onClick={run}>
      {Icon && <Icon aria-hidden />}
    </IconButton>
  )
}
