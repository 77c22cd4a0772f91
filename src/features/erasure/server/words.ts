import { i18n, type Language } from '#platform/contract/i18n.ts'
import { inLanguage } from '#platform/server/language.ts'
import type { ErasedWords } from './traces.ts'

/** What stands in the place of what was erased. It is stored, so it is in one language for everybody. */
export const wordsIn = (language: Language): ErasedWords =>
  inLanguage(language, () => ({ text: i18n.t('Erased'), person: i18n.t('Erased person') }))
