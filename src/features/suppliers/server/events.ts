import { z } from 'zod'
import { i18n } from '#platform/contract/i18n.ts'
import { defineFact } from '#platform/server/log/define-fact.ts'

export const supplierChanged = defineFact('ticket.supplier_changed', {
  heading: () => i18n.t('Mail that comes in'),
  about: 'ticket',
  isPublic: false,
  says: () => i18n.t('Changed the supplier of a ticket'),
  payload: z.object({ hasSupplier: z.boolean() }),
  untold: ['hasSupplier'],
})
