import type { Viewer } from '#features/users/contract.ts'
import type { Announcement } from '#platform/server/log-entry.ts'

/** Who could see it before and who can see it now, for those who tell them. */
export interface ViewFact {
  name: string
  ownerId: string
  sharedWith: (string | null)[]
}

const fact =
  (type: string) =>
  (viewId: string, data: ViewFact, by: Pick<Viewer, 'id'>): Announcement => ({
    type,
    isPublic: false,
    subjectId: viewId,
    actorId: by.id,
    data: { ...data },
  })

export const viewSaved = fact('view.saved')
export const viewChanged = fact('view.changed')
export const viewDeleted = fact('view.deleted')
