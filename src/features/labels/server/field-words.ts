import { i18n } from '#platform/contract/i18n.ts'
import type { FieldWords } from '#platform/server/log/field-words.ts'
import { labelColorWords } from '../contract.ts'

export const fieldWords: FieldWords = {
  color: { name: () => i18n.t('Color'), values: labelColorWords },
}
