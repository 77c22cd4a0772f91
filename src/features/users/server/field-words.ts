import { i18n } from '#platform/contract/i18n.ts'
import type { FieldWords } from '#platform/server/log/field-words.ts'
import { roleWords } from '../words/contract.ts'

export const fieldWords: FieldWords = {
  email: { name: () => i18n.t('Email') },
  firstName: { name: () => i18n.t('First name') },
  lastName: { name: () => i18n.t('Last name') },
  role: { name: () => i18n.t('Role'), values: roleWords },
  companyName: { name: () => i18n.t('Company name') },
  mobileNumber: { name: () => i18n.t('Mobile number') },
  language: { name: () => i18n.t('Language') },
  purpose: { name: () => i18n.t('Purpose') },
}
