import { i18n } from '#platform/contract/i18n.ts'
import {
  ageWords,
  priorities,
  priorityWords,
  statusWords,
  unresolvedStatuses,
} from '#features/tickets/contract.ts'
import type { TicketFilter } from '#features/tickets/list/contract.ts'
import { ageBands, type Overview } from '../contract.ts'

export interface OpenLine {
  label: string
  /** The line covers all tickets, so its label adds nothing to a number's name. */
  isTotal?: boolean
  filter: TicketFilter
  /** Counts of the open statuses, in their order. */
  counts: number[]
}
export interface OpenGroup {
  title: string
  name: string
  lines: OpenLine[]
}

export function groupsOf({ byPriority, byAge }: Overview): OpenGroup[] {
  const count = (rows: readonly { status: string; tickets: number }[]) =>
    unresolvedStatuses.map((status) =>
      rows.reduce((sum, row) => (row.status === status ? sum + row.tickets : sum), 0),
    )
  return [
    {
      title: i18n.t('By status'),
      name: i18n.t('Backlog by status'),
      lines: [{ label: i18n.t('All'), isTotal: true, filter: {}, counts: count(byPriority) }],
    },
    {
      title: i18n.t('By priority'),
      name: i18n.t('Backlog by priority'),
      lines: priorities.toReversed().map((priority) => ({
        label: priorityWords[priority],
        filter: { priority },
        counts: count(byPriority.filter((row) => row.priority === priority)),
      })),
    },
    {
      title: i18n.t('By age'),
      name: i18n.t('Backlog by age'),
      lines: ageBands.map((age) => ({
        label: ageWords[age],
        filter: { ageFilter: age },
        counts: count(byAge.filter((row) => row.age === age)),
      })),
    },
  ]
}

export const numberName = ({ label, isTotal }: OpenLine, place: number, count: number) =>
  [isTotal ? undefined : label, statusWords[unresolvedStatuses[place] ?? 'open'], count]
    .filter((part) => part !== undefined)
    .join(', ')
