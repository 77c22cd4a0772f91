import type { Viewer } from '#features/users/contract.ts'
import type { Announcement } from '#platform/server/log-entry.ts'

const about = (
  type: string,
  clientId: string,
  by: Pick<Viewer, 'id'>,
  data: Record<string, unknown>,
): Announcement => ({
  type,
  isPublic: false,
  subjectId: clientId,
  actorId: by.id,
  data,
})

export const clientCreated = (client: { id: string; name: string }, by: Pick<Viewer, 'id'>) =>
  about('client.created', client.id, by, { name: client.name })
export const clientUserAssigned = (clientId: string, userId: string, role: string, by: Viewer) =>
  about('client.user_assigned', clientId, by, { userId, role })
