import { i18n } from '#platform/contract/i18n.ts'
import type { FieldWords } from '#platform/server/log/field-words.ts'

export const fieldWords: FieldWords = {
  host: { name: () => i18n.t('Host') },
  port: { name: () => i18n.t('Port') },
  username: { name: () => i18n.t('Username') },
  password: { name: () => i18n.t('Password') },
  fromEmail: { name: () => i18n.t('From email') },
  replyToEmail: { name: () => i18n.t('Reply to email') },
}
