import { z } from 'zod'
import { i18n, words } from '#platform/contract/i18n.ts'
import { deletableKinds, type DeletableKind } from '#features/trash/contract.ts'
import { desk, Person } from '#features/users/contract.ts'
import { api } from '#platform/contract/endpoint.ts'
import { ById, Id, idOf, instant, text, Timestamp } from '#platform/contract/fields.ts'
import { limits } from '#platform/contract/limits.ts'
import { paging } from '#platform/contract/paging.ts'

export const kindWords: Readonly<Record<DeletableKind, string>> = words({
  ticket: () => i18n.t('Ticket'),
  comment: () => i18n.t('Comment'),
  client: () => i18n.t('Client'),
  product: () => i18n.t('Product'),
})

const Kind = z.enum(deletableKinds, {
  error: () => i18n.t('kind must be one of: {kinds}', { kinds: deletableKinds.join(', ') }),
})

const moment = (label: string) => instant(`${label} must be an instant of ISO 8601`).optional()

export const DeletedQuery = z
  .object({
    kind: Kind.optional(),
    search: text(() => 'search', limits.search).optional(),
    deletedBy: idOf('deletedBy must be an id').optional(),
    from: moment('from'),
    to: moment('to'),
  })
  .extend(paging(25).shape)
export type DeletedQuery = z.output<typeof DeletedQuery>

export const DeletedThing = z.object({
  id: Id,
  kind: Kind,
  name: z.string(),
  deletedAt: Timestamp,
  /** Null: the user is deleted. */
  deletedBy: Person.nullable(),
  /** Time when it is deleted for good. */
  goneAt: Timestamp,
  /** Parent, where that is deleted, too. */
  parent: z.object({ id: Id, kind: Kind, name: z.string(), isRestorable: z.boolean() }).nullable(),
  /** Count of its parts that were deleted before it. */
  hanging: z.number().int(),
  files: z.number().int(),
})
export type DeletedThing = z.infer<typeof DeletedThing>

/** Most things restored by one call; the rest takes another. */
export const mostAtOnce = 100

const Restored = z.object({
  restored: z.number().int(),
  left: z.number().int(),
})

export const deletedApi = api({
  list: {
    method: 'GET',
    path: '/api/deleted',
    summary: 'What was deleted and can still be restored by the viewer, the newest deletion first',
    access: desk,
    query: DeletedQuery,
    reply: z.object({ things: z.array(DeletedThing), total: z.number().int() }),
  },
  restore: {
    method: 'POST',
    path: '/api/deleted/:id/restore',
    summary: 'Restore something with everything that hung on it',
    access: desk,
    params: ById,
    body: z.object({
      /** Restores a deleted parent, too. */
      withParent: z.boolean({ error: () => i18n.t('withParent must be true or false') }),
    }),
    reply: z.object({ message: z.string() }),
  },
  restoreHanging: {
    method: 'POST',
    path: '/api/deleted/:id/restore-hanging',
    summary: `Restore what belongs to something and was deleted before it, at most ${mostAtOnce} things; call again while some are left`,
    access: desk,
    params: ById,
    reply: Restored,
  },
  remove: {
    method: 'DELETE',
    path: '/api/deleted/:id',
    summary: 'Delete something for good before its 30 days are over, with what belongs to it',
    access: ['super_user'],
    needsPassword: true,
    params: ById,
    reply: z.object({ message: z.string() }),
  },
})
