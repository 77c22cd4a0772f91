import { z } from 'zod'
import { LoggedChanges } from '#platform/server/database/changed-fields.ts'
import { defineFact } from '#platform/server/log/define-fact.ts'

const aboutClient = { about: 'client', isPublic: false } as const
const named = { ...aboutClient, payload: z.object({ name: z.string() }), subjectName: 'name' } as const

export const clientCreated = defineFact('client.created', named)
export const clientUserAssigned = defineFact('client.user_assigned', {
  ...aboutClient,
  payload: z.object({ userId: z.string(), role: z.string() }),
})
export const clientChanged = defineFact('client.changed', {
  ...aboutClient,
  payload: z.object({ changes: LoggedChanges }),
})
export const clientDeleted = defineFact('client.deleted', named)
/** With its people and products, as it was when it was deleted. */
export const clientRestored = defineFact('client.restored', named)
export const clientUserRemoved = defineFact('client.user_removed', {
  ...aboutClient,
  payload: z.object({ userId: z.string() }),
})
