import { i18n } from '#platform/contract/i18n.ts'
import type { FieldWords } from '#platform/server/log/field-words.ts'

export const fieldWords: FieldWords = {
  contactEmail: { name: () => i18n.t('Contact email') },
  contactPhone: { name: () => i18n.t('Contact phone') },
  address: { name: () => i18n.t('Address') },
  website: { name: () => i18n.t('Website') },
}
