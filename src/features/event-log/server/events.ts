import { i18n } from '#platform/contract/i18n.ts'
import { z } from 'zod'
import { defineFact } from '#platform/server/log/define-fact.ts'

const heading = () => i18n.t('System')

/** Everything after it continues an older state. Clients hear of it, because they load everything again. */
export const logRestored = defineFact('log.restored', {
  says: () => i18n.t('Restored a backup'),
  heading,
  about: null,
  isPublic: true,
  payload: z.object({
    /** The moment to which the desk went back. */
    madeAt: z.string(),
    /** The version of the program that made the backup. */
    version: z.string(),
  }),
})
