import { i18n } from '#platform/contract/i18n.ts'
import { z } from 'zod'
import { defineFact } from '#platform/server/log/define-fact.ts'

const heading = () => i18n.t('Audit log')

export const auditExported = defineFact('audit.exported', {
  says: () => i18n.t('Exported the audit log'),
  heading,
  about: null,
  isPublic: false,
  payload: z.object({ filter: z.record(z.string(), z.unknown()) }),
})
