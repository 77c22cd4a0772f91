import { i18n } from '#platform/contract/i18n.ts'
import { z } from 'zod'
import { Role } from '#features/users/contract.ts'
import { defineFact } from '#platform/server/log/define-fact.ts'

const heading = () => i18n.t('Saved answers')

const aboutAnswer = {
  heading,
  about: 'saved answer',
  isPublic: false,
  /** `sharedWith` includes former roles, for live updates. */
  payload: z.object({ title: z.string(), ownerId: z.string(), sharedWith: z.array(Role) }),
  untold: ['ownerId'],
  subjectName: 'title',
} as const

export const answerSaved = defineFact('saved_answer.saved', {
  ...aboutAnswer,
  says: () => i18n.t('Saved an answer'),
})
export const answerChanged = defineFact('saved_answer.changed', {
  ...aboutAnswer,
  says: () => i18n.t('Changed a saved answer'),
})
export const answerDeleted = defineFact('saved_answer.deleted', {
  ...aboutAnswer,
  says: () => i18n.t('Deleted a saved answer'),
})
