import { Building2, CircleDot, Hourglass, Pencil, SignalHigh, UserRound, type LucideIcon } from 'lucide-react'
import {
  categoryWords,
  priorityWords,
  statusWords,
  turnWords,
  type HistoryEntry,
} from '#features/tickets/contract.ts'
import type { Words } from '#platform/contract/fields.ts'
import { i18n } from '#platform/contract/i18n.ts'

/** Words and sign of a field in the lines of a ticket's history. */
export interface HistoryField {
  icon: LucideIcon
  /** Within "changed …"; absent where a change has a sentence of its own. */
  name?: Words
  /** Absent: values are shown as they are. */
  values?: Readonly<Record<string, string>>
  /** For a hidden or empty value; absent: "None". */
  absent?: Words
}

export const historyFields = {
  status: { icon: CircleDot, name: () => i18n.t('status'), values: statusWords },
  priority: { icon: SignalHigh, name: () => i18n.t('priority'), values: priorityWords },
  assignedTo: { icon: UserRound, absent: () => i18n.t('Unassigned') },
  client: { icon: Building2, name: () => i18n.t('client'), absent: () => i18n.t('Another client') },
  turn: { icon: Hourglass, values: turnWords, absent: () => i18n.t('No one') },
  category: { icon: Pencil, name: () => i18n.t('category'), values: categoryWords },
  requester: { icon: UserRound, name: () => i18n.t('requester') },
  subject: { icon: Pencil, name: () => i18n.t('subject') },
  description: { icon: Pencil, name: () => i18n.t('description') },
  customerName: { icon: Pencil, name: () => i18n.t('customer') },
  productName: { icon: Pencil, name: () => i18n.t('product') },
  projectName: { icon: Pencil, name: () => i18n.t('project') },
} as const satisfies Record<HistoryEntry['changes'][number]['field'], HistoryField>
