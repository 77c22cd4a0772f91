import { i18n } from '#platform/contract/i18n.ts'
import type { FieldWords } from '#platform/server/log/field-words.ts'

export const fieldWords: FieldWords = {
  onlyMyNews: { name: () => i18n.t('Messages about my tickets only') },
  assignOnReply: { name: () => i18n.t('Assign to me when I answer') },
  ticketExpanded: { name: () => i18n.t('Tickets expanded') },
  queueBeside: { name: () => i18n.t('List beside the ticket') },
  factsBeside: { name: () => i18n.t('Details beside the ticket') },
  afterResolving: { name: () => i18n.t('After resolving a ticket of a list') },
  smsNotifications: { name: () => i18n.t('SMS notifications') },
  shortcuts: { name: () => i18n.t('Shortcuts') },
  ticketColumns: { name: () => i18n.t('Ticket columns') },
  density: { name: () => i18n.t('Density') },
  viewOrder: { name: () => i18n.t('View order') },
  ticketRows: { name: () => i18n.t('Rows of a list') },
  getStarted: { name: () => i18n.t('Get started') },
}
