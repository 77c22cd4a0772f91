import { z } from 'zod'
import { TicketFilter, TicketSort } from '#features/tickets/list/contract.ts'
import { Person, Role, staff } from '#features/users/contract.ts'
import { api } from '#platform/contract/endpoint.ts'
import { ById, Id, requiredText, text, Timestamp } from '#platform/contract/fields.ts'

export const viewLimits = { name: 60, query: 2000, perPerson: 50 } as const

/** The parts of the list's address that a view keeps, in the order they are written in. */
const Kept = TicketFilter.extend({
  ...TicketSort.shape,
  view: z.literal('board').optional(),
})
const keptKeys = Kept.keyof().options

/**
 * The query of the list's address in the one form in which two that show the same are equal: without page and open ticket, and without
 * anything the list would not understand.
 */
export function normalQuery(query: string): string {
  const given = new URLSearchParams(query)
  const kept = keptKeys.flatMap((key): [string, string][] => {
    const value = given.get(key)?.trim()
    return value && Kept.shape[key].safeParse(value).success ? [[key, value]] : []
  })
  return new URLSearchParams(kept).toString()
}

const ViewQuery = text('Query', viewLimits.query).transform(normalQuery)
const Name = requiredText('Name', viewLimits.name)
const SharedWith = z
  .enum(staff, { error: `Shared with must be one of: ${staff.join(', ')}, or null` })
  .nullable()

export const View = z.object({
  id: Id,
  name: z.string(),
  /** The query of the list's address, such as `status=open&sort=priority`. */
  query: z.string(),
  /** Everybody of this role sees it, too; null: its owner alone. */
  sharedWith: Role.nullable(),
  owner: Person,
  createdAt: Timestamp,
  updatedAt: Timestamp,
})
export type View = z.infer<typeof View>

export const NewView = z.object({ name: Name, query: ViewQuery, sharedWith: SharedWith.default(null) })
export type NewView = z.output<typeof NewView>

export const ViewChange = z
  .object({ name: Name.optional(), query: ViewQuery.optional(), sharedWith: SharedWith.optional() })
  .refine((change) => Object.values(change).some((value) => value !== undefined), {
    message: 'Nothing to change: send name, query or sharedWith',
  })
export type ViewChange = z.output<typeof ViewChange>

export const viewApi = api({
  list: {
    method: 'GET',
    path: '/api/views',
    summary: 'Saved views of the ticket list: the viewer’s own and those shared with their role, by name',
    access: staff,
    reply: z.array(View),
  },
  create: {
    method: 'POST',
    path: '/api/views',
    summary: 'Keep filters and order under a name; sharing is for the desk',
    access: staff,
    body: NewView,
    reply: View,
    status: 201,
  },
  change: {
    method: 'PATCH',
    path: '/api/views/:id',
    summary: 'Rename, replace or share a view; for its owner, and for super users when it is shared',
    access: staff,
    params: ById,
    body: ViewChange,
    reply: View,
  },
  remove: {
    method: 'DELETE',
    path: '/api/views/:id',
    summary: 'Delete a view; for its owner, and for super users when it is shared',
    access: staff,
    params: ById,
    reply: z.object({ message: z.string() }),
  },
})
