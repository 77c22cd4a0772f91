import type { UseQueryResult } from '@tanstack/react-query'
import { CircleCheckBig } from 'lucide-react'
import { useState, type MouseEvent } from 'react'
import {
  ages,
  priorities,
  priorityWords,
  statusWords,
  type TicketFilter,
} from '#features/tickets/contract.ts'
import { ageWords } from '#features/tickets/web/filter-choices.ts'
import { EmptyState } from '#platform/web/ui/empty-state.tsx'
import { Loading, Skeleton } from '#platform/web/ui/skeleton.tsx'
import { openStatuses, type Overview } from '../contract.ts'
import { OpenBars } from './open-bars.tsx'
import { OpenTable } from './open-table.tsx'
import { Loaded, Panel } from './panel.tsx'
import { TableSwitch } from './table-switch.tsx'

/** What of the open tickets each line counts, with the filter that lists them. */
export interface OpenLine {
  label: string
  filter: TicketFilter
  /** As many as there are open statuses, in their order. */
  counts: number[]
}
export interface OpenGroup {
  title: string
  lines: OpenLine[]
}

/** The address of the list behind a number, and what a plain click on it does. */
export type ListLink = (filter: TicketFilter) => { href: string; onClick(event: MouseEvent): void }

function groupsOf({ byPriority, byAge }: Overview): OpenGroup[] {
  const count = (rows: readonly { status: string; tickets: number }[]) =>
    openStatuses.map((status) =>
      rows.reduce((sum, row) => (row.status === status ? sum + row.tickets : sum), 0),
    )
  return [
    { title: 'By status', lines: [{ label: 'All', filter: {}, counts: count(byPriority) }] },
    {
      title: 'By priority',
      lines: priorities.toReversed().map((priority) => ({
        label: priorityWords[priority],
        filter: { priority },
        counts: count(byPriority.filter((row) => row.priority === priority)),
      })),
    },
    {
      title: 'By age',
      lines: ages.map((age) => ({
        label: ageWords[age],
        filter: { ageFilter: age },
        counts: count(byAge.filter((row) => row.age === age)),
      })),
    },
  ]
}

interface OpenPanelProps {
  query: UseQueryResult<Overview>
  linkTo: ListLink
  className?: string
}

/** What is still to be done, seen three ways; every number leads to its tickets. */
export function OpenPanel({ query, linkTo, className }: OpenPanelProps) {
  const [isTable, setTable] = useState(false)
  return (
    <Panel
      title="Backlog"
      hint="Neither resolved nor closed"
      action={<TableSwitch of="Backlog" isOn={isTable} onChange={setTable} />}
      className={className}
    >
      <Loaded
        query={query}
        failed="The backlog could not be counted."
        loading={
          <Loading label="Counting the backlog..." className="flex flex-col gap-3">
            {['w-full', 'w-4/5', 'w-3/5', 'w-2/5', 'w-4/5', 'w-3/5', 'w-7/10', 'w-1/2'].map((width, at) => (
              <Skeleton key={at} className={`h-6 ${width}`} />
            ))}
          </Loading>
        }
      >
        {(data) => {
          const groups = groupsOf(data)
          const isNone = groups[0]?.lines[0]?.counts.every((count) => count === 0)
          if (isNone)
            return (
              <EmptyState
                icon={<CircleCheckBig aria-hidden />}
                title="The backlog is empty"
                hint="Everything is resolved."
              />
            )
          return isTable ? (
            <OpenTable groups={groups} linkTo={linkTo} />
          ) : (
            <OpenBars groups={groups} linkTo={linkTo} />
          )
        }}
      </Loaded>
    </Panel>
  )
}

/** The name of a number for those who do not see where it stands. */
export const numberName = ({ label }: OpenLine, place: number, count: number) =>
  [label === 'All' ? undefined : label, statusWords[openStatuses[place] ?? 'open'], count]
    .filter((part) => part !== undefined)
    .join(', ')
