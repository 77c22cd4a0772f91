import { i18n, words } from '#platform/contract/i18n.ts'
import { roleWords } from '#features/users/words/contract.ts'
import type { FieldWords } from '#platform/server/log/field-words.ts'

export const fieldWords: FieldWords = {
  requestedRole: { name: () => i18n.t('Requested role'), values: roleWords },
  failures: { name: () => i18n.t('Failed attempts') },
  isKnownAddress: {
    name: () => i18n.t('Address'),
    values: words({
      true: () => i18n.t('known'),
      false: () => i18n.t('unknown'),
    }),
  },
  by: { name: () => i18n.t('Shown by') },
}
