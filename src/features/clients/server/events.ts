import { i18n } from '#platform/contract/i18n.ts'
import { z } from 'zod'
import { LoggedChanges } from '#platform/server/database/changed-fields.ts'
import { defineFact } from '#platform/server/log/define-fact.ts'

const heading = () => i18n.t('Clients')

const aboutClient = { heading, about: 'client', isPublic: false } as const
const named = { ...aboutClient, payload: z.object({ name: z.string() }), subjectName: 'name' } as const

export const clientCreated = defineFact('client.created', {
  ...named,
  says: () => i18n.t('Created a client'),
})
export const clientUserAssigned = defineFact('client.user_assigned', {
  ...aboutClient,
  says: () => i18n.t('Assigned a user to a client'),
  payload: z.object({ userId: z.string(), role: z.string() }),
})
export const clientJoinDeclined = defineFact('client.join_declined', {
  ...aboutClient,
  says: () => i18n.t('Declined a request to join a client'),
  payload: z.object({ userId: z.string() }),
})
export const clientChanged = defineFact('client.changed', {
  ...aboutClient,
  says: () => i18n.t('Changed a client'),
  payload: z.object({ changes: LoggedChanges }),
})
export const clientDeleted = defineFact('client.deleted', {
  ...named,
  says: () => i18n.t('Deleted a client'),
})
/** Restores also its people and products, as they were. */
export const clientRestored = defineFact('client.restored', {
  ...named,
  says: () => i18n.t('Restored a client'),
})
export const clientUserRemoved = defineFact('client.user_removed', {
  ...aboutClient,
  says: () => i18n.t('Removed a user from a client'),
  payload: z.object({ userId: z.string() }),
})
