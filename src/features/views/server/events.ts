import { i18n } from '#platform/contract/i18n.ts'
import { z } from 'zod'
import { Role } from '#features/users/contract.ts'
import { defineFact } from '#platform/server/log/define-fact.ts'

const heading = () => i18n.t('Views')

const aboutView = {
  heading,
  about: 'view',
  isPublic: false,
  /** Roles before and after, for live updates; null: its owner alone. */
  payload: z.object({ name: z.string(), ownerId: z.string(), sharedWith: z.array(Role.nullable()) }),
  untold: ['ownerId'],
  subjectName: 'name',
} as const

export const viewSaved = defineFact('view.saved', { ...aboutView, says: () => i18n.t('Saved a view') })
export const viewChanged = defineFact('view.changed', { ...aboutView, says: () => i18n.t('Changed a view') })
export const viewDeleted = defineFact('view.deleted', { ...aboutView, says: () => i18n.t('Deleted a view') })
