import { i18n } from '#platform/contract/i18n.ts'
import { useQuery, type UseQueryResult } from '@tanstack/react-query'
import { CircleCheckBig } from 'lucide-react'
import { useState } from 'react'
import { EmptyState } from '#platform/web/ui/empty-state.tsx'
import { Loading, Skeleton } from '#platform/web/ui/skeleton.tsx'
import type { Overview } from '../contract.ts'
import { stats } from './api.ts'
import { OpenBars } from './open-bars.tsx'
import type { ListLink } from '#features/tickets/web/parts/ticket-opener.ts'
import { groupsOf } from './open-lines.ts'
import { OpenTable } from './open-table.tsx'
import { Loaded, Panel } from './panel.tsx'
import { TableSwitch } from './table-switch.tsx'

interface OpenPanelProps {
  query: UseQueryResult<Overview>
  linkTo: ListLink
  className?: string
}

export function OpenPanel({ query, linkTo, className }: OpenPanelProps) {
  const [isTable, setTable] = useState(false)
  const hasTickets = useQuery(stats()).data?.totalTickets !== 0
  return (
    <Panel
      title={i18n.t('Backlog')}
      hint={i18n.t('Unresolved')}
      action={<TableSwitch of={i18n.t('Backlog')} isOn={isTable} onChange={setTable} />}
      className={className}
    >
      <Loaded
        query={query}
        failed={i18n.t('The backlog could not be counted.')}
        loading={
          <Loading label={i18n.t('Counting the backlog...')} className="flex flex-col gap-3">
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
                title={i18n.t('The backlog is empty')}
                hint={hasTickets ? i18n.t('Everything is resolved.') : i18n.t('There are no tickets yet.')}
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
