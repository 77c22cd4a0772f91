import { useMemo, useState } from 'react'
import type { TicketPage } from '#features/tickets/contract.ts'
import { newestOf, useHeardOf, useOwnActs } from '#features/tickets/web/latest-known.ts'

const idsOf = (page: TicketPage) => page.tickets.map(({ id }) => id)

/** Held-back changes of a page. */
export interface Updates {
  /** Number of tickets that came, left or, without either, moved. */
  count: number
  /** Tickets came: `count` is theirs. */
  isNew: boolean
  gone: ReadonlySet<string>
}

const noUpdates: Updates = { count: 0, isNew: false, gone: new Set() }

function updatesBetween(before: TicketPage, now: TicketPage): Updates {
  const [old, fresh] = [idsOf(before), idsOf(now)]
  const come = fresh.filter((id) => !old.includes(id))
  const gone = new Set(old.filter((id) => !fresh.includes(id)))
  // Below the old rows stand those that were pulled up from the next page.
  const lastOld = before.total > old.length ? fresh.findLastIndex((id) => old.includes(id)) : fresh.length
  const arrived = come.filter((id) => fresh.indexOf(id) < lastOld).length
  if (arrived > 0) return { count: arrived, isNew: true, gone }
  const isMoved = old.some((id, place) => fresh[place] !== id)
  return { count: Math.max(come.length, gone.size, Number(isMoved)), isNew: false, gone }
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
  const updates = useMemo(
    () => (kept.page && page ? updatesBetween(kept.page, page) : noUpdates),
    [kept.page, page],
  )
  const isSettled = isBusy && updates.count > 0 && kept.key === key && kept.ownActs === ownActs
  const isNew = kept.page !== page || kept.key !== key || kept.ownActs !== ownActs
  const show = () => keep({ page, key, ownActs })
  if (!isSettled && isNew) show()
  const shown = useMemo(
    () => (isSettled && kept.page && page ? inOldPlaces(kept.page, page, heardOf) : page),
    [isSettled, kept.page, page, heardOf],
  )
  return { page: shown, updates: isSettled ? updates : noUpdates, show }
}
