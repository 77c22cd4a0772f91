import { i18n } from '#platform/contract/i18n.ts'
import { z } from 'zod'
import { defineFact } from '#platform/server/log/define-fact.ts'

const heading = () => i18n.t('Clients')

export const clientExported = defineFact('client.exported', {
  says: () => i18n.t('Exported a client'),
  heading,
  about: 'client',
  isPublic: false,
  payload: z.object({ name: z.string(), tickets: z.number(), withInternal: z.boolean() }),
  subjectName: 'name',
})
