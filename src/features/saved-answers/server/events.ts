import { z } from 'zod'
import { Role } from '#features/users/contract.ts'
import { defineFact } from '#platform/server/log/define-fact.ts'

const aboutAnswer = {
  about: 'saved answer',
  isPublic: false,
  /** `sharedWith`: whoever had it before or has it now, for live updates. */
  payload: z.object({ title: z.string(), ownerId: z.string(), sharedWith: z.array(Role) }),
  untold: ['ownerId'],
  subjectName: 'title',
} as const

export const answerSaved = defineFact('saved_answer.saved', aboutAnswer)
export const answerChanged = defineFact('saved_answer.changed', aboutAnswer)
export const answerDeleted = defineFact('saved_answer.deleted', aboutAnswer)
