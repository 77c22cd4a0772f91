import { i18n } from '#platform/contract/i18n.ts'
import type { FieldWords } from '#platform/server/log/field-words.ts'
import { notificationWords, frequencyWords } from '../contract.ts'

export const fieldWords: FieldWords = {
  notificationType: { name: () => i18n.t('Notification type'), values: notificationWords },
  frequency: { name: () => i18n.t('Frequency'), values: frequencyWords },
  isEnabled: { name: () => i18n.t('Enabled') },
  now: { name: () => i18n.t('Now') },
}
