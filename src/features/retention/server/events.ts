import { z } from 'zod'
import { defineFact } from '#platform/server/log/define-fact.ts'
import { retentionKinds } from '../contract.ts'

const kind = z.enum(retentionKinds)
const aboutDesk = { about: null, isPublic: false } as const

/** From then on things are kept for so many months; null: for ever. */
export const retentionChanged = defineFact('retention.changed', {
  ...aboutDesk,
  payload: z.object({ kind, months: z.number().nullable() }),
})
/** A rule has taken something. */
export const retentionApplied = defineFact('retention.applied', {
  ...aboutDesk,
  payload: z.object({ kind, taken: z.number() }),
})
