import { z } from 'zod'
import { defineFact } from '#platform/server/log/define-fact.ts'

/** An export of the log, for later questions. */
export const auditExported = defineFact('audit.exported', {
  about: null,
  isPublic: false,
  payload: z.object({ filter: z.record(z.string(), z.unknown()) }),
})
