import type { Viewer } from '#features/users/contract.ts'
import type { Announcement } from '#platform/server/log-entry.ts'

type By = Pick<Viewer, 'id'>

const about =
  (type: string) =>
  (message: { id: string; ticketId: string }, by: By): Announcement => ({
    type,
    isPublic: true,
    ticketId: message.ticketId,
    subjectId: message.id,
    actorId: by.id,
  })

export const chatSaid = about('chat.said')
export const chatRead = about('chat.read')
