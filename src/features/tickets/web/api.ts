import { queryOptions, type QueryClient, type QueryKey } from '@tanstack/react-query'
import { fieldsOf } from '#platform/contract/narrowing.ts'
import { call } from '#platform/web/call.ts'
import { changeLoaded, refresh } from '#platform/web/query-client.ts'
import { ticketApi, type Ticket, type TicketPage } from '../contract.ts'
import { passesFilter, type TicketQuery } from '../list/contract.ts'
import { noteMove, recordNewest, recordOwnAct } from './latest-known.ts'
import { isAnyPending } from './pending.ts'

/** The query of a list; an empty filter means every ticket the viewer may see. */
export type ListQuery = Partial<Omit<TicketQuery, 'limit' | 'offset'>> & { limit: number; offset: number }

export const ticketKeys = {
  all: ['/api/tickets'] as const,
  lists: ['/api/tickets', 'list'] as const,
  list: (query: ListQuery) => ['/api/tickets', 'list', query] as const,
  /** The first page of a list that grows downwards: how it is loaded depends on what stands below. */
  newest: (query: ListQuery) => ['/api/tickets', 'list', query, 'newest'] as const,
  /** The pages after the first of a list that grows downwards. */
  rest: (query: ListQuery) => ['/api/tickets', 'list', query, 'rest'] as const,
  allCounts: ['/api/tickets', 'counts'] as const,
  requesters: ['/api/tickets', 'requester'] as const,
  details: ['/api/tickets', 'detail'] as const,
  detail: (id: string) => ['/api/tickets', 'detail', id] as const,
  history: (id: string) => ['/api/tickets', 'detail', id, 'history'] as const,
}

/** What the key of a list asks for. */
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

/** Refreshes the lists after something the person has done themselves, whose outcome is told without waiting for that. */
export function refreshAfterOwn(client: QueryClient): void {
  void refreshLists(client).then(recordOwnAct)
}

/** Refreshes the lists, unless a change is on its way: its own answer will. */
export async function refreshLists(client: QueryClient): Promise<void> {
  if (isAnyPending()) return
  await Promise.all([
    refresh(client, {
      queryKey: ticketKeys.lists,
      predicate: ({ queryKey }) => queryKey[3] !== 'rest',
    }),
    refresh(client, { queryKey: ticketKeys.allCounts }),
    // Their other tickets are beside each.
    refresh(client, { queryKey: ticketKeys.requesters }),
  ])
}

const isDetail = ({ queryKey }: { queryKey: readonly unknown[] }) => queryKey.length === 3

/** The loaded detail of a ticket, whether it was opened by id or by number. */
export const loadedDetail = <T extends Ticket>(client: QueryClient, id: string): T | undefined =>
  client
    .getQueriesData<T>({ queryKey: ticketKeys.details, predicate: isDetail })
    .find(([, known]) => known?.id === id)?.[1]

/** Changes the loaded detail of a ticket, whether it was opened by id or by number. */
export function changeDetail<T extends Ticket>(
  client: QueryClient,
  id: string,
  change: (known: T) => T,
): void {
  changeLoaded<T>(client, { queryKey: ticketKeys.details, predicate: isDetail }, (known) =>
    known.id === id ? change(known) : known,
  )
}

/** Loads detail and history of a ticket again where they are shown, whether it was opened by id or by number. */
export const refreshTicket = (client: QueryClient, id: string) =>
  refresh(client, {
    queryKey: ticketKeys.details,
    predicate: ({ queryKey, state }) =>
      queryKey[2] === id || state.data === undefined || fieldsOf(state.data)['id'] === id,
  })

/** Refreshes a ticket and the lists it stands in. The promise is of the ticket alone: what was done to it is shown then. */
export function refreshWithLists(client: QueryClient, id: string): Promise<void> {
  void refreshLists(client)
  return refreshTicket(client, id)
}

const notCompared = new Set(['status', 'limit', 'offset'])

/** Two lists with the same text differ in nothing but status and page. */
const withoutStatus = (query: ListQuery) =>
  Object.entries(query)
    .filter(([name, value]) => value !== undefined && !notCompared.has(name))
    .map(([name, value]) => `${name}=${value}`)
    .sort((one, other) => one.localeCompare(other))
    .join('&')

const changeLists = (client: QueryClient, change: (page: TicketPage, query: ListQuery) => TicketPage) =>
  changeLoaded<TicketPage>(client, { queryKey: ticketKeys.lists }, (page, key) => change(page, queryIn(key)))

/** Puts a ticket on top of the lists by last update that differ only in their status from one it has just left. */
function enterLists(client: QueryClient, ticket: Ticket, left: ReadonlySet<string>): void {
  changeLists(client, (page, query) => {
    const isItsPlace = query.sort === 'updated' && query.offset === 0 && query.status === ticket.status
    if (!isItsPlace || passesFilter(query, ticket) === false || !left.has(withoutStatus(query))) return page
    if (page.tickets.some(({ id }) => id === ticket.id)) return page
    return { ...page, total: page.total + 1, tickets: [ticket, ...page.tickets] }
  })
}

/**
 * Puts a newer ticket in place of an older one wherever it is loaded. It leaves a list whose filters it no longer passes, and enters
 * the column of the board it now belongs to; whether it belongs into any other list is for the next refresh to say.
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

/** Takes a deleted ticket out of every list. */
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
