import type { Viewer } from '#features/users/contract.ts'
import type { FieldChanges } from '#platform/server/changed-fields.ts'
import type { Announcement } from '#platform/server/log-entry.ts'

type By = Pick<Viewer, 'id'>

const about = (type: string, clientId: string, by: By, data: Record<string, unknown>): Announcement => ({
  type,
  isPublic: false,
  subjectId: clientId,
  actorId: by.id,
  data,
})

export const clientCreated = (client: { id: string; name: string }, by: By) =>
  about('client.created', client.id, by, { name: client.name })
export const clientUserAssigned = (clientId: string, userId: string, role: string, by: By) =>
  about('client.user_assigned', clientId, by, { userId, role })
/** `changes` says of each field what it was and what it has become. */
export const clientChanged = (clientId: string, changes: FieldChanges, by: By) =>
  about('client.changed', clientId, by, { changes })
export const clientDeleted = (client: { id: string; name: string }, by: By) =>
  about('client.deleted', client.id, by, { name: client.name })
export const clientUserRemoved = (clientId: string, userId: string, by: By) =>
  about('client.user_removed', clientId, by, { userId })
