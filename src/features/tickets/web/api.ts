import { queryOptions, type QueryClient, type QueryKey } from '@tanstack/react-query'
import { fieldsOf } from '#platform/contract/narrowing.ts'
import { call } from '#platform/web/call.ts'
import { changeLoaded, refresh } from '#platform/web/query-client.ts'
import { ticketApi, type Ticket, type TicketPage } from '../contract.ts'
import { passesFilter, type TicketQuery } from '../list/contract.ts'
import { newestOf, noteMove, recordNewest, recordOwnAct } from './latest-known.ts'
import { isAnyPending } from './pending.ts'

/** An empty filter means every visible ticket. */
export type ListQuery = Partial<Omit<TicketQuery, 'limit' | 'offset'>> & { limit: number; offset: number }

export const ticketKeys = {
  all: ['/api/tickets'] as const,
  lists: ['/api/tickets', 'list'] as const,
  list: (query: ListQuery) => ['/api/tickets', 'list', query] as const,
  /** Separate key: an endless list loads its first page depending on the following ones. */
  newest: (query: ListQuery) => ['/api/tickets', 'list', query, 'newest'] as const,
  rest: (query: ListQuery) => ['/api/tickets', 'list', query, 'rest'] as const,
  allCounts: ['/api/tickets', 'counts'] as const,
  requesters: ['/api/tickets', 'requester'] as const,
  details: ['/api/tickets', 'detail'] as const,
  detail: (id: string) => ['/api/tickets', 'detail', id] as const,
  history: (id: string) => ['/api/tickets', 'detail', id, 'history'] as const,
}

export const queryIn = (key: QueryKey) => key[2] as ListQuery

export const asText = ({ limit, offset, ...filter }: ListQuery) => ({
  ...filter,
  limit: String(limit),
  offset: String(offset),
})

export const ticketHistory = (id: string) =>
  queryOptions({
    queryKey: ticketKeys.history(id),
    queryFn: ({ signal }) => call(ticketApi.history, { params: { id } }, { signal }),
  })

/** Refreshes lists after an own change, without waiting. */
export function refreshAfterOwn(client: QueryClient): void {
  void refreshLists(client).then(recordOwnAct)
}

/** Skipped while a change is pending, as its answer refreshes. */
export async function refreshLists(client: QueryClient): Promise<void> {
  if (isAnyPending()) return
  await Promise.all([
    refresh(client, {
      queryKey: ticketKeys.lists,
      predicate: ({ queryKey }) => queryKey[3] !== 'rest',
    }),
    refresh(client, { queryKey: ticketKeys.allCounts }),
    // They show other tickets of the requester.
    refresh(client, { queryKey: ticketKeys.requesters }),
  ])
}

const isDetail = ({ queryKey }: { queryKey: readonly unknown[] }) => queryKey.length === 3

/** Finds it under id or number. */
export const loadedDetail = <T extends Ticket>(client: QueryClient, id: string): T | undefined =>
  client
    .getQueriesData<T>({ queryKey: ticketKeys.details, predicate: isDetail })
    .find(([, known]) => known?.id === id)?.[1]

/** Finds the row of a ticket in any loaded list, under id or number. */
export function listedTicket(client: QueryClient, name: string): Ticket | undefined {
  for (const [, page] of client.getQueriesData<TicketPage>({ queryKey: ticketKeys.lists })) {
    const found = page?.tickets.find(({ id, ticketNumber }) => id === name || ticketNumber === name)
    if (found) return newestOf(found)
  }
  return undefined
}

/** Changes it under id or number. */
export function changeDetail<T extends Ticket>(
  client: QueryClient,
  id: string,
  change: (known: T) => T,
): void {
  changeLoaded<T>(client, { queryKey: ticketKeys.details, predicate: isDetail }, (known) =>
    known.id === id ? change(known) : known,
  )
}

/** Refetches visible detail and history, under id or number. */
export const refreshTicket = (client: QueryClient, id: string) =>
  refresh(client, {
    queryKey: ticketKeys.details,
    predicate: ({ queryKey, state }) =>
      queryKey[2] === id || state.data === undefined || fieldsOf(state.data)['id'] === id,
  })

/** Refreshes ticket and lists; resolves with the ticket. */
export function refreshWithLists(client: QueryClient, id: string): Promise<void> {
  void refreshLists(client)
  return refreshTicket(client, id)
}

const notCompared = new Set(['status', 'limit', 'offset'])

/** Equal for lists that differ in status and page only. */
const withoutStatus = (query: ListQuery) =>
  Object.entries(query)
    .filter(([name, value]) => value !== undefined && !notCompared.has(name))
    .map(([name, value]) => `${name}=${value}`)
    .sort((one, other) => one.localeCompare(other))
    .join('&')

const changeLists = (client: QueryClient, change: (page: TicketPage, query: ListQuery) => TicketPage) =>
  changeLoaded<TicketPage>(client, { queryKey: ticketKeys.lists }, (page, key) => change(page, queryIn(key)))

/** Adds a ticket to lists by last update that differ only in status from one it left. */
function enterLists(client: QueryClient, ticket: Ticket, left: ReadonlySet<string>): void {
  changeLists(client, (page, query) => {
    const isItsPlace = query.sort === 'updated' && query.offset === 0 && query.status === ticket.status
    if (!isItsPlace || passesFilter(query, ticket) === false || !left.has(withoutStatus(query))) return page
    if (page.tickets.some(({ id }) => id === ticket.id)) return page
    return { ...page, total: page.total + 1, tickets: [ticket, ...page.tickets] }
  })
}

/**
 * A ticket leaves lists it no longer matches, and enters its column of the board; other lists wait for the
 * next refresh.
 */
export function placeTicket(client: QueryClient, ticket: Ticket): void {
  recordNewest(ticket)
  const isNewer = (known: Ticket) => known.id === ticket.id && known.version <= ticket.version
  const left = new Set<string>()
  let before: Ticket | undefined
  changeLists(client, (page, query) => {
    const known = page.tickets.find(isNewer)
    if (!known) return page
    before ??= known
    if (passesFilter(query, ticket) !== false)
      return { ...page, tickets: page.tickets.map((known) => (isNewer(known) ? ticket : known)) }
    left.add(withoutStatus(query))
    return {
      ...page,
      total: page.total - 1,
      tickets: page.tickets.filter((known) => known.id !== ticket.id),
    }
  })
  if (before && before.version < ticket.version) noteMove(before, ticket)
  if (left.size > 0) enterLists(client, ticket, left)
  changeDetail(client, ticket.id, (known) => (isNewer(known) ? { ...known, ...ticket } : known))
}

export function dropTicket(client: QueryClient, id: string): void {
  let before: Ticket | undefined
  changeLists(client, (page) => {
    const known = page.tickets.find((one) => one.id === id)
    if (!known) return page
    before ??= known
    return { ...page, total: page.total - 1, tickets: page.tickets.filter((one) => one !== known) }
  })
  if (before) noteMove(before)
}
