import type { Viewer } from '#features/users/contract.ts'
import type { Announcement } from '#platform/server/log-entry.ts'

type By = Pick<Viewer, 'id'>

/** Files that were added to a ticket by themselves; those of a comment or a chat message are told with it. */
export const attachmentAdded = (
  ticketId: string,
  files: readonly { id: string; fileName: string }[],
  by: By,
): Announcement => ({
  type: 'attachment.added',
  isPublic: true,
  ticketId,
  actorId: by.id,
  data: { files: files.map(({ fileName }) => fileName) },
})

/** As public as what the file was added to. */
export const attachmentRemoved = (
  file: {
    id: string
    ticketId: string
    fileName: string
    chatMessageId: string | null
    isInternal: boolean | null
  },
  by: By,
): Announcement => ({
  type: 'attachment.removed',
  isPublic: file.isInternal !== true,
  ticketId: file.ticketId,
  subjectId: file.id,
  actorId: by.id,
  data: { files: [file.fileName], attachmentId: file.id, chatMessageId: file.chatMessageId },
})
