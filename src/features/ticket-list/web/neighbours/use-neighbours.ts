import { useQuery, useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import type { Ticket, TicketPage } from '#features/tickets/contract.ts'
import { queryIn, ticketKeys, type ListQuery } from '#features/tickets/web/api.ts'
import { ticketList } from '../api.ts'

/** Visible list, and a ticket's place counted over all its pages. */
interface Trail {
  query: ListQuery
  place: number
}

const isCalled = ({ id, ticketNumber }: Ticket, name: string | undefined) =>
  id === name || ticketNumber === name

function findTrail(client: QueryClient, ticketId: string): Trail | undefined {
  const shown = client.getQueriesData<TicketPage>({ queryKey: ticketKeys.lists, type: 'active' })
  for (const [key, page] of shown) {
    const query = queryIn(key)
    const at = page?.tickets.findIndex((ticket) => isCalled(ticket, ticketId))
    if (at !== undefined && at >= 0) return { query, place: query.offset + at }
  }
  return undefined
}

const nowhere: Trail = { query: { limit: 1, offset: 0 }, place: -1 }

function useAround({ query, place }: Trail) {
  const offsetOf = (one: number) => Math.floor(Math.max(one, 0) / query.limit) * query.limit
  const pageWith = (one: number) => ({
    ...ticketList({ ...query, offset: offsetOf(one) }),
    // The former page would have wrong places.
    placeholderData: undefined,
    enabled: place >= 0,
  })
  const pages = [
    [offsetOf(place - 1), useQuery(pageWith(place - 1))],
    [offsetOf(place + 1), useQuery(pageWith(place + 1))],
  ] as const
  const around = new Map<number, Ticket>()
  for (const [offset, { data }] of pages)
    data?.tickets.forEach((ticket, at) => around.set(offset + at, ticket))
  return { around, total: pages[0][1].data?.total }
}

interface Arrival {
  ticketId: string
  from: string
  trail: Trail | undefined
  previous?: string | undefined
  next?: string | undefined
}

/** Ticket before or after the open one, and the way there. */
interface Step {
  ticket: Ticket
  go(): void
}

/** Finds tickets around one in the list it was opened from. They stay fixed while the list changes. */
export function useNeighbours(ticketId: string, open: (id: string) => void) {
  const client = useQueryClient()
  // A ticket that stands in no list, as one that has just left it, keeps the list of the former ticket.
  const arrive = (before?: Trail): Arrival => ({
    ticketId,
    from: ticketId,
    trail: findTrail(client, ticketId) ?? before,
  })
  const [at, setAt] = useState(() => arrive())
  // Opened otherwise: it may stand in a list, too.
  if (ticketId !== at.ticketId && ticketId !== at.from) setAt(arrive(at.trail))
  const isListed = at.trail !== undefined
  // A page that opens with its ticket loads the list meanwhile.
  useEffect(() => {
    if (isListed) return undefined
    return client.getQueryCache().subscribe((event) => {
      const isLoaded = event.type === 'updated' && event.action.type === 'success'
      if (!isLoaded && event.type !== 'observerAdded') return
      const trail = findTrail(client, ticketId)
      if (trail) setAt({ ticketId, from: ticketId, trail })
    })
  }, [client, ticketId, isListed])
  const trail = at.trail ?? nowhere
  const { around, total } = useAround(trail)
  const placeOf = (name: string | undefined) => [...around].find(([, ticket]) => isCalled(ticket, name))?.[0]

  const here = placeOf(ticketId)
  // Its own change moves it out, or up past the former one. Tickets that come or leave before it move it, too.
  const hasRisen = here !== undefined && here < trail.place && placeOf(at.previous) !== undefined
  const place = here === undefined || hasRisen ? Math.max(trail.place, 0) : here
  const hasLeft = here === undefined && around.has(place)
  const kept = (id: string | undefined, otherwise: number) =>
    placeOf(id) === undefined ? around.get(otherwise)?.id : id
  const previous = kept(at.previous, place - 1)
  const next = kept(at.next, hasLeft ? place : place + 1)
  const isNew = previous !== at.previous || next !== at.next || place !== trail.place
  if (at.trail && ticketId === at.ticketId && isNew)
    setAt({ ...at, trail: { ...at.trail, place }, previous, next })

  function stepTo(id: string | undefined): Step | undefined {
    const to = placeOf(id)
    const ticket = to === undefined || to === here ? undefined : around.get(to)
    if (!ticket || id === undefined || to === undefined) return undefined
    const go = () => {
      setAt({ ticketId: id, from: ticketId, trail: { query: trail.query, place: to } })
      open(id)
    }
    return { ticket, go }
  }
  return {
    isInList: isListed,
    /** List it was opened from, and its place there. */
    query: at.trail?.query,
    place,
    position: here === undefined || total === undefined ? undefined : { place: here + 1, total },
    /** Nothing is left in it. */
    isEmptied: here === undefined && total === 0,
    previous: stepTo(previous),
    next: stepTo(next),
  }
}

export type Neighbours = ReturnType<typeof useNeighbours>
