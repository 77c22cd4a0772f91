import { useMemo, useState } from 'react'
import type { TicketPage } from '#features/tickets/contract.ts'
import { newestOf, useHeardOf, useOwnActs } from '#features/tickets/web/latest-known.ts'

const idsOf = (page: TicketPage) => page.tickets.map(({ id }) => id)

function updatesBetween(before: TicketPage, now: TicketPage): number {
  const [old, fresh] = [idsOf(before), idsOf(now)]
  const come = fresh.filter((id) => !old.includes(id)).length
  const gone = old.filter((id) => !fresh.includes(id)).length
  const moved = come + gone === 0 ? old.filter((id, place) => fresh[place] !== id).length : 0
  return Math.max(come, gone, Math.min(moved, 1))
}

/** Keeps the old rows with present values. `_heardOf` changes whenever one of them may have. */
function inOldPlaces(before: TicketPage, now: TicketPage, _heardOf: number): TicketPage {
  const fresh = new Map(now.tickets.map((ticket) => [ticket.id, ticket]))
  const tickets = before.tickets.map((ticket) => fresh.get(ticket.id) ?? newestOf(ticket))
  return { ...now, tickets }
}

/**
 * Freezes row positions while the list is in use: rows update in place, and other changes are counted until
 * requested. The viewer's own changes show at once.
 * @param key of the query; another key resets
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
