import { z } from 'zod'
import { Role } from '#features/users/contract.ts'
import { defineFact } from '#platform/server/log/define-fact.ts'

const aboutView = {
  about: 'view',
  isPublic: false,
  /** Who could see it before and who can see it now, for live updates. */
  payload: z.object({ name: z.string(), ownerId: z.string(), sharedWith: z.array(Role.nullable()) }),
  untold: ['ownerId'],
  subjectName: 'name',
} as const

export const viewSaved = defineFact('view.saved', aboutView)
export const viewChanged = defineFact('view.changed', aboutView)
export const viewDeleted = defineFact('view.deleted', aboutView)
