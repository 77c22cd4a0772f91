import { i18n, words } from '#platform/contract/i18n.ts'
import type { FieldWords } from '#platform/server/log/field-words.ts'
import { trayReasonWords } from '../contract.ts'

export const fieldWords: FieldWords = {
  trayReason: { name: () => i18n.t('Reason'), values: trayReasonWords },
  decision: {
    name: () => i18n.t('Decision'),
    values: words({
      attached: () => i18n.t('added to a ticket'),
      filed: () => i18n.t('made a ticket'),
      person: () => i18n.t('made a person'),
      blocked: () => i18n.t('blocked the address'),
      dropped: () => i18n.t('dropped'),
      requester: () => i18n.t('made the original sender the requester'),
      split: () => i18n.t('made a ticket of a comment'),
      restored: () => i18n.t('took it back'),
    }),
  },
  addedDomains: { name: () => i18n.t('Added') },
  removedDomains: { name: () => i18n.t('Removed') },
}
