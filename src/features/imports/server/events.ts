import { i18n } from '#platform/contract/i18n.ts'
import { z } from 'zod'
import { defineFact } from '#platform/server/log/define-fact.ts'
import { ImportKind } from '../fields/contract.ts'

const heading = () => i18n.t('Import')

const aboutDesk = { heading, about: null } as const
const file = z.object({ kind: ImportKind, fileName: z.string() })

export const importStarted = defineFact('import.started', {
  ...aboutDesk,
  says: () => i18n.t('Started an import'),
  isPublic: false,
  payload: file,
})

/** Progress since the last such event, in place of one for each row. */
export const importProgressed = defineFact('import.progressed', {
  ...aboutDesk,
  says: () => i18n.t('Imported rows'),
  isPublic: true,
})

/** Public, because visible data has changed; its payload is for the audit log. */
export const importFinished = defineFact('import.finished', {
  ...aboutDesk,
  says: () => i18n.t('Finished an import'),
  isPublic: true,
  payload: file.extend({
    created: z.number(),
    updated: z.number(),
    unchanged: z.number(),
    refused: z.number(),
  }),
})
