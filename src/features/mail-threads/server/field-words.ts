import { i18n } from '#platform/contract/i18n.ts'
import type { FieldWords } from '#platform/server/log/field-words.ts'

export const fieldWords: FieldWords = {
  code: { name: () => i18n.t('Code') },
}
