import { z } from 'zod'
import { defineFact } from '#platform/server/log/define-fact.ts'

/** Everything of a client left the desk, for later questions. */
export const clientExported = defineFact('client.exported', {
  about: 'client',
  isPublic: false,
  payload: z.object({ name: z.string(), tickets: z.number(), withInternal: z.boolean() }),
  subjectName: 'name',
})
