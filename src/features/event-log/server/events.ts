import { z } from 'zod'
import { defineFact } from '#platform/server/log/define-fact.ts'

/** Everything after it continues an older state. Clients hear of it, because they load everything again. */
export const logRestored = defineFact('log.restored', {
  about: null,
  isPublic: true,
  payload: z.object({
    /** The moment to which the desk went back. */
    madeAt: z.string(),
    /** The version of the program that made the backup. */
    version: z.string(),
  }),
})
