import { i18n } from '#platform/contract/i18n.ts'
import type { FieldWords } from '#platform/server/log/field-words.ts'

export const fieldWords: FieldWords = {
  title: { name: () => i18n.t('Title') },
  text: { name: () => i18n.t('Text') },
  sharedWith: { name: () => i18n.t('Shared with') },
}
