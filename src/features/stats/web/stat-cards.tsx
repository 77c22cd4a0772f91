import { i18n } from '#platform/contract/i18n.ts'
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { writtenNumber, writtenPercent } from '#platform/web/written.ts'
import { Loading, Skeleton } from '#platform/web/ui/skeleton.tsx'
import type { Stats } from '../contract.ts'
import { stats } from './api.ts'
import { Loaded } from './panel.tsx'

interface Card {
  label: string
  hint: string
  value(stats: Stats): ReactNode
}

const cards = (): Card[] => [
  {
    label: i18n.t('Total Tickets'),
    hint: i18n.t('All time'),
    value: ({ totalTickets }) => writtenNumber(totalTickets),
  },
  {
    label: i18n.t('Open Tickets'),
    hint: i18n.t('Not resolved or closed'),
    value: ({ openTickets }) => writtenNumber(openTickets),
  },
  {
    label: i18n.t('Avg Response Time'),
    hint: i18n.t('To first staff reply'),
    value: ({ avgResponseTime }) => avgResponseTime,
  },
  {
    label: i18n.t('Resolution Rate'),
    hint: i18n.t('Resolved or closed'),
    value: ({ resolutionRate }) => writtenPercent(resolutionRate),
  },
]

const grid = 'grid grid-cols-2 gap-3 lg:gap-4 xl:grid-cols-4'

export function StatCards() {
  const query = useQuery(stats())
  return (
    <section aria-label={i18n.t('Statistics')}>
      <Loaded
        query={query}
        failed={i18n.t('The statistics could not be loaded.')}
        loading={
          <Loading label={i18n.t('Loading statistics...')}>
            <div className={grid}>
              {cards().map(({ label }) => (
                <div key={label} className="card flex flex-col gap-0.5 p-4 max-sm:p-3">
                  <Skeleton className="my-0.5 w-24" />
                  <Skeleton className="my-1 h-7 w-20" />
                  <Skeleton className="w-28" />
                </div>
              ))}
            </div>
          </Loading>
        }
      >
        {(data) => (
          <dl className={grid}>
            {cards().map(({ label, hint, value }) => (
              <div key={label} className="card flex flex-col gap-0.5 p-4 max-sm:p-3">
                <dt className="font-medium text-muted">{label}</dt>
                <dd className="text-stat tracking-tight tabular-nums max-sm:text-[24px]">{value(data)}</dd>
                <dd className="text-meta font-normal text-subtle">{hint}</dd>
              </div>
            ))}
          </dl>
        )}
      </Loaded>
    </section>
  )
}
