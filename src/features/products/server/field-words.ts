import { i18n } from '#platform/contract/i18n.ts'
import type { FieldWords } from '#platform/server/log/field-words.ts'

export const fieldWords: FieldWords = {
  name: { name: () => i18n.t('Name') },
  description: { name: () => i18n.t('Description') },
  isActive: { name: () => i18n.t('Active') },
  techStack: { name: () => i18n.t('Tech stack') },
  repositoryUrl: { name: () => i18n.t('Repository URL') },
  documentation: { name: () => i18n.t('Documentation') },
  userId: { name: () => i18n.t('User') },
}
