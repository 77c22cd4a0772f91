import { z } from 'zod'
import { Priority, Status } from '#features/tickets/contract.ts'
import { Person, Role } from '#features/users/contract.ts'
import { api } from '#platform/contract/endpoint.ts'
import { Id, requiredText } from '#platform/contract/fields.ts'
import { limits } from '#platform/contract/limits.ts'

/** Text with the parts that were looked for: from and up to, counted as JavaScript counts characters. */
export const Marked = z.object({ text: z.string(), marks: z.array(z.tuple([z.number(), z.number()])) })
export type Marked = z.infer<typeof Marked>

export const foundIn = [
  'description',
  'comment',
  'client',
  'customer',
  'product',
  'project',
  'person',
] as const
export type FoundIn = (typeof foundIn)[number]

export const TicketHit = z.object({
  id: Id,
  ticketNumber: Marked,
  subject: Marked,
  status: Status,
  priority: Priority,
  clientName: z.string(),
  /** Where else it stands, when not in number or subject alone. */
  also: z.object({ in: z.enum(foundIn), isInternal: z.boolean(), part: Marked }).nullable(),
  /** A hit for a similar word, not for the one that was typed. */
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

const Search = z.object({
  q: requiredText('q', limits.search, 'q is required'),
  /** The most of each kind. */
  limit: z
    .string()
    .regex(/^([1-9]|1\d|20)$/, 'limit must be a whole number from 1 to 20')
    .transform(Number)
    .prefault('8'),
})
export const searchApi = api({
  search: {
    method: 'GET',
    path: '/api/search',
    summary:
      'What fits some words: tickets, people, clients and products, the best first, with one mistyped letter forgiven',
    access: 'signed-in',
    query: Search,
    reply: Found,
  },
})
