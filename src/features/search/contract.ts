import { z } from 'zod'
import { Priority, Status } from '#features/tickets/contract.ts'
import { TicketFilter } from '#features/tickets/list/contract.ts'
import { Marked, Reason } from '#features/ticket-search/contract.ts'
import { withoutFault } from '#features/tickets/list/search/contract.ts'
import { Person, Role } from '#features/users/contract.ts'
import { api } from '#platform/contract/endpoint.ts'
import { Id, searchText } from '#platform/contract/fields.ts'
import { i18n } from '#platform/contract/i18n.ts'
import { limits } from '#platform/contract/limits.ts'

export const TicketHit = z.object({
  id: Id,
  ticketNumber: Marked,
  subject: Marked,
  status: Status,
  priority: Priority,
  clientName: z.string(),
  /** Other place of the match, when number and subject lack it. */
  also: Reason.nullable(),
  /** The hit matches a similar word only. */
  isSimilar: z.boolean(),
})
export type TicketHit = z.infer<typeof TicketHit>

export const Found = z.object({
  tickets: z.array(TicketHit),
  people: z.array(Person.extend({ role: Role, name: Marked })),
  clients: z.array(z.object({ id: Id, name: Marked })),
  products: z.array(z.object({ id: Id, name: Marked })),
})
export type Found = z.infer<typeof Found>

export const SimilarTicket = z.object({
  id: Id,
  ticketNumber: z.string(),
  subject: z.string(),
  status: Status,
})
export type SimilarTicket = z.infer<typeof SimilarTicket>

const Words = z.object({ q: searchText(() => 'q', limits.search) })
const Search = Words.extend({
  q: withoutFault(Words.shape.q),
  /** Limit of each kind. */
  limit: z
    .string()
    .regex(/^([1-9]|1\d|20)$/, { error: () => i18n.t('limit must be a whole number from 1 to 20') })
    .transform(Number)
    .prefault('8'),
})
export const mostCounted = 100

const MeantQuery = TicketFilter.extend({
  search: withoutFault(searchText(() => 'search', limits.search)),
})
export type MeantQuery = z.output<typeof MeantQuery>

export const Meant = z.object({
  /** Corrected search, with its count under the same filters. */
  meant: z.object({ search: z.string(), count: z.number().int() }).nullable(),
})
export type Meant = z.infer<typeof Meant>

export const searchApi = api({
  meant: {
    method: 'GET',
    path: '/api/search/meant',
    summary: `What was meant by a search of the ticket list that finds nothing, where one letter of a word makes the difference; tickets are counted up to ${mostCounted}`,
    access: 'signed-in',
    query: MeantQuery,
    reply: Meant,
  },
  search: {
    method: 'GET',
    path: '/api/search',
    summary:
      'What fits some words: tickets, people, clients and products, the best first, with one mistyped letter forgiven',
    access: 'signed-in',
    query: Search,
    reply: Found,
  },
  similar: {
    method: 'GET',
    path: '/api/search/similar',
    summary: 'Open tickets with a similar subject, at most three, the most similar first',
    access: 'signed-in',
    query: Words,
    reply: z.array(SimilarTicket),
  },
})
