import { useState } from 'react'
import type { TicketPage } from '../contract.ts'
import { newestOf, useHeardOf, useOwnActs } from './newest.ts'

const idsOf = (page: TicketPage) => page.tickets.map(({ id }) => id)

/** How many tickets have come, gone or moved. */
function updatesBetween(before: TicketPage, now: TicketPage): number {
  const [old, fresh] = [idsOf(before), idsOf(now)]
  const come = fresh.filter((id) => !old.includes(id)).length
  const gone = old.filter((id) => !fresh.includes(id)).length
  const moved = come + gone === 0 ? old.filter((id, place) => fresh[place] !== id).length : 0
  return Math.max(come, gone, Math.min(moved, 1))
}

/**
 * A page whose rows stay where they are while somebody is busy with it: those on it change in their places, and what has come or gone
 * meanwhile is counted until it is asked for. What the person does themselves shows at once.
 * @param key of the question; another question is answered at once
 */
export function useSettledPage(page: TicketPage | undefined, key: string, isBusy: boolean) {
  const ownActs = useOwnActs()
  useHeardOf()
  const [kept, keep] = useState({ page, key, ownActs })
  const updates = kept.page && page ? updatesBetween(kept.page, page) : 0
  const isSettled = isBusy && updates > 0 && kept.key === key && kept.ownActs === ownActs
  const isNew = kept.page !== page || kept.key !== key || kept.ownActs !== ownActs
  const show = () => keep({ page, key, ownActs })
  if (!isSettled && isNew) show()
  if (!isSettled || !kept.page || !page) return { page, updates: 0, show }

  const fresh = new Map(page.tickets.map((ticket) => [ticket.id, ticket]))
  const tickets = kept.page.tickets.map((ticket) => fresh.get(ticket.id) ?? newestOf(ticket))
  return { page: { total: page.total, tickets }, updates, show }
}
