import { i18n } from '#platform/contract/i18n.ts'
import type { FieldWords } from '#platform/server/log/field-words.ts'

export const fieldWords: FieldWords = {
  madeAt: { name: () => i18n.t('Made at') },
  version: { name: () => i18n.t('Version') },
}
