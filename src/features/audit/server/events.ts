import { z } from 'zod'
import { defineFact } from '#platform/server/log/define-fact.ts'

/** What left the house as a file, for whoever asks later. */
export const auditExported = defineFact('audit.exported', {
  about: null,
  isPublic: false,
  payload: z.object({ filter: z.record(z.string(), z.unknown()) }),
})
