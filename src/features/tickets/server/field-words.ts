import { i18n, words } from '#platform/contract/i18n.ts'
import type { FieldWords } from '#platform/server/log/field-words.ts'
import { statusWords, priorityWords, categoryWords } from '../contract.ts'

export const fieldWords: FieldWords = {
  status: { name: () => i18n.t('Status'), values: statusWords },
  priority: { name: () => i18n.t('Priority'), values: priorityWords },
  category: { name: () => i18n.t('Category'), values: categoryWords },
  assignedToId: {
    name: () => i18n.t('Assigned to'),
    values: words({
      null: () => i18n.t('Unassigned'),
    }),
  },
  clientId: { name: () => i18n.t('Client') },
  createdById: { name: () => i18n.t('Requester') },
  edited: {
    name: () => i18n.t('Edited'),
    values: words({
      subject: () => i18n.t('Subject'),
      description: () => i18n.t('Description'),
      customerName: () => i18n.t('Customer'),
      productName: () => i18n.t('Product'),
      projectName: () => i18n.t('Project'),
    }),
  },
  turn: { name: () => i18n.t('Turn') },
  isInternal: {
    name: () => i18n.t('Comment'),
    values: words({
      true: () => i18n.t('internal'),
      false: () => i18n.t('public'),
    }),
  },
  mentions: { name: () => i18n.t('Mentions') },
  files: { name: () => i18n.t('Files') },
  label: { name: () => i18n.t('Label') },
  count: { name: () => i18n.t('Count') },
  mailKind: {
    name: () => i18n.t('Kind'),
    values: words({
      'auto-reply': () => i18n.t('automatic reply'),
      'out-of-office': () => i18n.t('out of office'),
      bounce: () => i18n.t('undeliverable'),
      list: () => i18n.t('mailing list'),
      bulk: () => i18n.t('bulk mail'),
      notification: () => i18n.t('notification'),
      held: () => i18n.t('held back'),
    }),
  },
}
