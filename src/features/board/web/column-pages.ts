import { keepPreviousData, mutationOptions, queryOptions, type QueryClient } from '@tanstack/react-query'
import { call } from '#platform/web/call.ts'
import { refresh } from '#platform/web/query-client.ts'
import type { Status, Ticket, TicketPage } from '#features/tickets/contract.ts'
import type { TicketFilter } from '#features/tickets/list/contract.ts'
import { ticketListApi } from '#features/ticket-list/contract.ts'
import { asText, ticketKeys, type ListQuery } from '#features/tickets/web/api.ts'

/** Cards added by each click on "Show more". */
const step = 50
const mostInCall = 100

const firstOf = (filter: TicketFilter, status: Status): ListQuery => ({
  ...filter,
  status,
  sort: 'updated',
  limit: 20,
  offset: 0,
})
const restKeyOf = (first: ListQuery) => ticketKeys.rest({ ...first, offset: first.limit })

interface Rest extends TicketPage {
  /** Time up to which all updated tickets of the column were known, when its newest were last loaded. */
  knownUpTo: string
}

const fetchPage = (query: ListQuery, signal?: AbortSignal) =>
  call(ticketListApi.list, { query: asText(query) }, signal ? { signal } : {})

const newestFirst = (one: Ticket, other: Ticket) =>
  other.updatedAt.localeCompare(one.updatedAt) || other.id.localeCompare(one.id)

const without = (tickets: readonly Ticket[], others: readonly Ticket[]) => {
  const ids = new Set(others.map(({ id }) => id))
  return tickets.filter(({ id }) => !ids.has(id))
}

/** Keeps cards that new ones push off the newest page, unless a gap may lie in between. */
function keepPushedOut(client: QueryClient, first: ListQuery, page: TicketPage): void {
  const key = restKeyOf(first)
  const rest = client.getQueryData<Rest>(key)
  const last = page.tickets.at(-1)
  if (!rest || !last) return
  if (last.updatedAt > rest.knownUpTo) return void refresh(client, { queryKey: key })
  const before = client.getQueryData<TicketPage>(ticketKeys.newest(first))?.tickets ?? []
  const known = [...before, ...without(rest.tickets, before)]
  client.setQueryData<Rest>(key, {
    ...rest,
    tickets: without(known, page.tickets),
    knownUpTo: page.tickets[0]?.updatedAt ?? rest.knownUpTo,
  })
}

export function newestInColumn(filter: TicketFilter, status: Status) {
  const first = firstOf(filter, status)
  return queryOptions({
    queryKey: ticketKeys.newest(first),
    async queryFn({ signal, client }) {
      const page = await fetchPage(first, signal)
      keepPushedOut(client, first, page)
      return page
    },
    placeholderData: keepPreviousData,
  })
}

/** Holds the pages of "Show more", which are reloaded only when changes leave a gap. */
export function restOfColumn(filter: TicketFilter, status: Status) {
  const first = firstOf(filter, status)
  return queryOptions({
    queryKey: restKeyOf(first),
    async queryFn({ signal, client }): Promise<Rest> {
      const count = client.getQueryData<Rest>(restKeyOf(first))?.tickets.length ?? 0
      const offsets = Array.from(
        { length: Math.ceil(count / mostInCall) },
        (_, at) => first.limit + at * mostInCall,
      )
      const pages = await Promise.all(
        offsets.map((offset) => fetchPage({ ...first, limit: mostInCall, offset }, signal)),
      )
      const newest = client.getQueryData<TicketPage>(ticketKeys.newest(first))?.tickets[0]
      const tickets = pages.flatMap((page) => page.tickets)
      // "Show more" may have loaded others in between.
      const added = client.getQueryData<Rest>(restKeyOf(first))?.tickets.slice(count) ?? []
      return {
        total: 0,
        tickets: [...tickets, ...without(added, tickets)],
        knownUpTo: newest?.updatedAt ?? '',
      }
    },
  })
}

export const showMoreOfColumn = (client: QueryClient, filter: TicketFilter) =>
  mutationOptions({
    async mutationFn({ status, shown }: { status: Status; shown: number }) {
      const first = firstOf(filter, status)
      const more = await fetchPage({ ...first, limit: step, offset: shown })
      const newest = client.getQueryData<TicketPage>(ticketKeys.newest(first))?.tickets[0]
      client.setQueryData<Rest>(restKeyOf(first), (rest) => ({
        total: 0,
        tickets: [...(rest?.tickets ?? []), ...without(more.tickets, rest?.tickets ?? [])],
        knownUpTo: rest?.knownUpTo ?? newest?.updatedAt ?? '',
      }))
    },
  })

/** Joins both parts, without tickets of the rest newer than the last newest one: they match no more. */
export function asOnePage(
  newest: TicketPage | undefined,
  rest: TicketPage | undefined,
): TicketPage | undefined {
  const last = newest?.tickets.at(-1)
  if (!newest || !rest || !last || newest.total <= newest.tickets.length) return newest
  const older = without(rest.tickets, newest.tickets)
    .filter((ticket) => ticket.updatedAt <= last.updatedAt)
    .sort(newestFirst)
  return { ...newest, tickets: [...newest.tickets, ...older] }
}
