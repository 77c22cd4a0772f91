import { useMemo, useState } from 'react'
import type { TicketPage } from '#features/tickets/contract.ts'
import { newestOf, useHeardOf, useOwnActs } from '#features/tickets/web/latest-known.ts'

const idsOf = (page: TicketPage) => page.tickets.map(({ id }) => id)

/** How many tickets have come, gone or moved. */
function updatesBetween(before: TicketPage, now: TicketPage): number {
  const [old, fresh] = [idsOf(before), idsOf(now)]
  const come = fresh.filter((id) => !old.includes(id)).length
  const gone = old.filter((id) => !fresh.includes(id)).length
  const moved = come + gone === 0 ? old.filter((id, place) => fresh[place] !== id).length : 0
  return Math.max(come, gone, Math.min(moved, 1))
}

/** The rows as they stood, each as it is now. `_heardOf` changes whenever one of them may have. */
function inOldPlaces(before: TicketPage, now: TicketPage, _heardOf: number): TicketPage {
  const fresh = new Map(now.tickets.map((ticket) => [ticket.id, ticket]))
  const tickets = before.tickets.map((ticket) => fresh.get(ticket.id) ?? newestOf(ticket))
  return { ...now, tickets }
}

/**
 * A page whose rows stay where they are while somebody is busy with it: those on it change in their places, and what has come or gone
 * meanwhile is counted until it is asked for. What the person does themselves shows at once.
 * @param key of the question; another question is answered at once
 */
export function useStablePage(page: TicketPage | undefined, key: string, isBusy: boolean) {
  const ownActs = useOwnActs()
  const heardOf = useHeardOf()
  const [kept, keep] = useState({ page, key, ownActs })
  const updates = kept.page && page ? updatesBetween(kept.page, page) : 0
  const isSettled = isBusy && updates > 0 && kept.key === key && kept.ownActs === ownActs
  const isNew = kept.page !== page || kept.key !== key || kept.ownActs !== ownActs
  const show = () => keep({ page, key, ownActs })
  if (!isSettled && isNew) show()
  const shown = useMemo(
    () => (isSettled && kept.page && page ? inOldPlaces(kept.page, page, heardOf) : page),
    [isSettled, kept.page, page, heardOf],
  )
  return { page: shown, updates: isSettled ? updates : 0, show }
}
