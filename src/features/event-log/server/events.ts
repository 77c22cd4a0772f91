import { i18n } from '#platform/contract/i18n.ts'
import { z } from 'zod'
import { defineFact } from '#platform/server/log/define-fact.ts'

const heading = () => i18n.t('System')

/** Start of an older state's continuation; public, because clients reload everything, too. */
export const logRestored = defineFact('log.restored', {
  says: () => i18n.t('Restored a backup'),
  heading,
  about: null,
  isPublic: true,
  payload: z.object({
    /** Time that the desk went back to. */
    madeAt: z.string(),
    /** Version of the program that made the backup. */
    version: z.string(),
  }),
})
