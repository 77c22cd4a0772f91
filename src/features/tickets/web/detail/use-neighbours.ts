import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { TicketPage } from '../../contract.ts'
import { queryIn, ticketKeys, ticketList, type ListQuery } from '../api.ts'

/** A list that is on the screen, and the place of a ticket in it, counted from the first of all its pages. */
interface Trail {
  query: ListQuery
  place: number
}

function findTrail(client: QueryClient, ticketId: string): Trail | undefined {
  const shown = client.getQueriesData<TicketPage>({ queryKey: ticketKeys.lists, type: 'active' })
  for (const [key, page] of shown) {
    const query = queryIn(key)
    const at = page?.tickets.findIndex(({ id, ticketNumber }) => id === ticketId || ticketNumber === ticketId)
    if (at !== undefined && at >= 0) return { query, place: query.offset + at }
  }
  return undefined
}

/** Asks for the page on which a place is. */
const pageOf = ({ query, place }: Trail) => {
  const isThere = place >= 0
  const offset = Math.floor(Math.max(place, 0) / query.limit) * query.limit
  // Not the page before while this one loads: its tickets stand at other places.
  return { ...ticketList({ ...query, offset }), placeholderData: undefined, enabled: isThere }
}

const nowhere: Trail = { query: { limit: 1, offset: 0 }, place: -1 }

function useTicketAt(trail: Trail, currentId: string): string | undefined {
  const { data } = useQuery(pageOf(trail))
  const found = trail.place < 0 ? undefined : data?.tickets[trail.place % trail.query.limit]?.id
  return found === currentId ? undefined : found
}

/**
 * The tickets before and after one in the list it was opened from, also on its other pages. Of a ticket that was not opened from a list
 * there are none.
 */
export function useNeighbours(ticketId: string, open: (id: string) => void) {
  const client = useQueryClient()
  const [at, setAt] = useState(() => ({ ticketId, from: ticketId, trail: findTrail(client, ticketId) }))
  // Opened by something else than these: it may stand in a list, too.
  if (ticketId !== at.ticketId && ticketId !== at.from)
    setAt({ ticketId, from: ticketId, trail: findTrail(client, ticketId) })
  const { query, place } = at.trail ?? nowhere
  const previous = useTicketAt({ query, place: at.trail ? place - 1 : -1 }, ticketId)
  const next = useTicketAt({ query, place: at.trail ? place + 1 : -1 }, ticketId)

  const goTo = (id: string | undefined, to: number) => {
    if (id === undefined) return undefined
    return () => {
      setAt({ ticketId: id, from: ticketId, trail: { query, place: to } })
      open(id)
    }
  }
  return {
    isInList: at.trail !== undefined,
    toPrevious: goTo(previous, place - 1),
    toNext: goTo(next, place + 1),
  }
}

export type Neighbours = ReturnType<typeof useNeighbours>
