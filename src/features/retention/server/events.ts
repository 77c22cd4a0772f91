import { i18n } from '#platform/contract/i18n.ts'
import { z } from 'zod'
import { defineFact } from '#platform/server/log/define-fact.ts'
import { retentionKinds } from '../contract.ts'

const heading = () => i18n.t('Retention')

const kind = z.enum(retentionKinds)
const aboutDesk = { heading, about: null, isPublic: false } as const

/** Null: kept for ever. */
export const retentionChanged = defineFact('retention.changed', {
  ...aboutDesk,
  says: () => i18n.t('Changed a retention rule'),
  payload: z.object({ kind, months: z.number().nullable() }),
})
export const retentionApplied = defineFact('retention.applied', {
  ...aboutDesk,
  says: () => i18n.t('Carried out a retention rule'),
  payload: z.object({ kind, taken: z.number() }),
})
