import { useActions, type OfferedAction } from '#platform/web/actions/actions.ts'
import { i18n } from '#platform/contract/i18n.ts'
import { IconButton } from '#platform/web/ui/icon-button.tsx'
import { nextTicket, previousTicket } from '#features/tickets/web/actions.ts'
import type { Neighbours } from '#features/ticket-list/web/neighbours/use-neighbours.ts'
import { focusTitle } from '../focus.ts'

export function TicketNeighbours({ isInList, position, previous, next }: Neighbours) {
  function take(step: typeof next) {
    if (!step) return false
    step.go()
    focusTitle()
    return true
  }
  const toPrevious = { ...previousTicket, run: () => take(previous) }
  const toNext = { ...nextTicket, run: () => take(next) }
  useActions([toPrevious, toNext])
  if (!isInList) return null
  return (
    <>
      {position && (
        <span className="px-1 text-meta whitespace-nowrap text-muted tabular-nums max-md:hidden">
          {i18n.t('{place} of {total}', position)}
        </span>
      )}
      <Step action={toPrevious} isPossible={previous !== undefined} />
      <Step action={toNext} isPossible={next !== undefined} />
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
