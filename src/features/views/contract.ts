import { i18n } from '#platform/contract/i18n.ts'
import { z } from 'zod'
import { TicketFilter, TicketSort, Unassigned } from '#features/tickets/list/contract.ts'
import { Person, staff } from '#features/users/contract.ts'
import { api } from '#platform/contract/endpoint.ts'
import { ById, changing, Id, requiredText, text, Timestamp } from '#platform/contract/fields.ts'

/** `counted` views per person are counted, each up to `tickets`. */
export const viewLimits = { name: 60, query: 2000, perPerson: 50, counted: 30, tickets: 100 } as const

/** Stored parameters, in canonical order. */
const StoredFilter = TicketFilter.extend({
  ...TicketSort.shape,
  view: z.literal('board').optional(),
})
const storedKeys = StoredFilter.keyof().options

/** Normalises, so that equal lists have equal queries. Drops page, open ticket and unknown parameters. */
export function normalQuery(query: string): string {
  const given = new URLSearchParams(query)
  const kept = storedKeys.flatMap((key): [string, string][] => {
    // PostgreSQL rejects NUL in texts.
    const value = given.get(key)?.replaceAll('\0', '').trim()
    const kept = value ? StoredFilter.shape[key].safeParse(value).data : undefined
    return kept ? [[key, kept]] : []
  })
  return new URLSearchParams(kept).toString()
}

export const filterOf = (query: string): TicketFilter =>
  TicketFilter.parse(Object.fromEntries(new URLSearchParams(normalQuery(query))))

export interface ListedView extends Partial<Pick<View, 'sharedWith'>> {
  id: string
  name: string
  query: string
}

/** Name of the mails in the tray among the counts; they are no view of tickets. */
export const trayView = 'unsorted-mail'

/** Built-in views, which cannot be renamed or deleted. The queues among them go by urgency. */
export const shippedViews = (viewerId: string): ListedView[] => [
  {
    id: 'waiting-for-us',
    name: i18n.t('Waiting for us'),
    query: 'status=unresolved&turn=us&sort=urgency',
  },
  {
    id: 'my-unresolved',
    name: i18n.t('My unresolved'),
    query: `status=unresolved&assignedToId=${viewerId}&sort=urgency`,
  },
  {
    id: 'unassigned',
    name: i18n.t('Unassigned'),
    query: `status=unresolved&assignedToId=${Unassigned}&sort=urgency`,
  },
  { id: 'unresolved', name: i18n.t('All unresolved'), query: 'status=unresolved&sort=urgency' },
  { id: 'updated', name: i18n.t('Recently updated'), query: 'sort=updated' },
]

/** Sorts by a person's order; unnamed views follow. */
export function inOrder<T extends { id: string }>(views: readonly T[], order: readonly string[] | null): T[] {
  const place = (view: T) => (order?.includes(view.id) ? order.indexOf(view.id) : Infinity)
  return views.toSorted((one, other) => (place(one) < place(other) ? -1 : place(one) > place(other) ? 1 : 0))
}

const ViewQuery = text(() => i18n.t('Query'), viewLimits.query).transform(normalQuery)
const Name = requiredText(() => i18n.t('Name'), viewLimits.name)
const notSharedWith = {
  error: () =>
    i18n.t('Shared with must be a list of: {roles}; or one of them, or null', { roles: staff.join(', ') }),
}
/** Takes one role, or null for none, too: as before a view had several. */
const SharedWith = z
  .union([z.array(z.enum(staff)).max(staff.length), z.enum(staff), z.null()], notSharedWith)
  .transform((given) => staff.filter((role) => given?.includes(role)))

export const View = z.object({
  id: Id,
  name: z.string(),
  /** Query of the list, such as `status=open&sort=priority`. */
  query: z.string(),
  /** Roles that share it; empty: private. */
  sharedWith: z.array(z.enum(staff)),
  owner: Person,
  createdAt: Timestamp,
  updatedAt: Timestamp,
})
export type View = z.infer<typeof View>

export const NewView = z.object({ name: Name, query: ViewQuery, sharedWith: SharedWith.default([]) })
export type NewView = z.output<typeof NewView>

export const ViewChange = changing(
  z.object({ name: Name.optional(), query: ViewQuery.optional(), sharedWith: SharedWith.optional() }),
  () => i18n.t('Nothing to change: send name, query or sharedWith'),
)
export type ViewChange = z.output<typeof ViewChange>

export const viewApi = api({
  list: {
    method: 'GET',
    path: '/api/views',
    summary: 'Saved views of the ticket list: the viewer’s own and those shared with their role, by name',
    access: staff,
    reply: z.array(View),
  },
  counts: {
    method: 'GET',
    path: '/api/views/counts',
    summary: `How many tickets each view shows, up to ${viewLimits.tickets}, by the id of the view; one without a filter is not counted, nor one that searches when very many were counted within a minute. For the desk, mails that wait in the tray count as \`${trayView}\`, if there are any`,
    access: staff,
    reply: z.record(z.string(), z.number().int()),
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
