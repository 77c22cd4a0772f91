import { z } from 'zod'
import { i18n } from '#platform/contract/i18n.ts'
import { LoggedChanges } from '#platform/server/database/changed-fields.ts'
import { defineFact } from '#platform/server/log/define-fact.ts'

const aboutLabel = {
  heading: () => i18n.t('Labels'),
  about: 'label',
  isPublic: false,
} as const

export const labelCreated = defineFact('label.created', {
  ...aboutLabel,
  says: () => i18n.t('Created a label'),
  payload: z.object({ name: z.string(), color: z.string() }),
  subjectName: 'name',
})
export const labelChanged = defineFact('label.changed', {
  ...aboutLabel,
  says: () => i18n.t('Changed a label'),
  payload: z.object({ changes: LoggedChanges }),
})
/** Takes the label off its tickets, without facts of these. */
export const labelDeleted = defineFact('label.deleted', {
  ...aboutLabel,
  says: () => i18n.t('Deleted a label'),
  payload: z.object({ name: z.string(), count: z.number() }),
  subjectName: 'name',
})
