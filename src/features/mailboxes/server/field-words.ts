import { i18n } from '#platform/contract/i18n.ts'
import type { FieldWords } from '#platform/server/log/field-words.ts'

export const fieldWords: FieldWords = {
  senderName: { name: () => i18n.t('Sender name') },
  encryption: { name: () => i18n.t('Encryption') },
  signIn: { name: () => i18n.t('Sign-in') },
  tokenUrl: { name: () => i18n.t('Token URL') },
  scope: { name: () => i18n.t('Scope') },
  folder: { name: () => i18n.t('Folder') },
  moveTo: { name: () => i18n.t('Folder for stored mails') },
  takesOld: { name: () => i18n.t('Takes mails that were there before') },
  secret: { name: () => i18n.t('Password or client secret') },
  refreshToken: { name: () => i18n.t('Refresh token') },
}
