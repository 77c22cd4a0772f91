import { i18n } from '#platform/contract/i18n.ts'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ComponentProps } from 'react'
import { Unassigned } from '#features/tickets/list/contract.ts'
import { shownNumber } from '#features/tickets/web/parts/shown-number.ts'
import { opensTicket, type ListLink, type TicketOpener } from '#features/tickets/web/parts/ticket-opener.ts'
import { turnWords } from '#features/tickets/contract.ts'
import { waitingMails } from '#features/views/web/api.ts'
import { Loading, Skeleton } from '#platform/web/ui/skeleton.tsx'
import { RelativeTime } from '#platform/web/relative-time.tsx'
import { timeAgo } from '#platform/web/time-ago.ts'
import { writtenNumber } from '#platform/web/written.ts'
import { needs } from './api.ts'
import { Loaded, Panel } from './panel.tsx'

const grid = 'grid grid-cols-1 gap-x-6 gap-y-3 sm:grid-cols-3'
const gridWithMail = 'grid grid-cols-1 gap-x-6 gap-y-3 sm:grid-cols-2 lg:grid-cols-4'

export function NeedsPanel({ linkTo, opener }: { linkTo: ListLink; opener: TicketOpener }) {
  const query = useQuery(needs())
  const { data: unsorted = 0 } = useQuery(waitingMails())
  return (
    <Panel title={i18n.t('Needs attention')}>
      <Loaded
        query={query}
        failed={i18n.t('The tickets that need attention could not be counted.')}
        loading={
          <Loading label={i18n.t('Counting what needs attention...')} className={grid}>
            {['w-24', 'w-28', 'w-32'].map((width) => (
              <div key={width}>
                <Skeleton className={`my-0.5 ${width}`} />
                <Skeleton className="my-1 h-6 w-12" />
              </div>
            ))}
          </Loading>
        }
      >
        {({ unassigned, waitingForUs, longestWait }) => (
          <dl className={unsorted > 0 ? gridWithMail : grid}>
            {unsorted > 0 && (
              <div>
                <dt className="text-muted">{i18n.t('Unsorted Mail')}</dt>
                <dd className="min-h-8 text-page tabular-nums">
                  <Link
                    to="/inbound"
                    aria-label={`${i18n.t('Unsorted Mail')}, ${unsorted}`}
                    className="inline-block min-w-6 text-link hover:underline"
                  >
                    {writtenNumber(unsorted)}
                  </Link>
                </dd>
              </div>
            )}
            <Need
              label={i18n.t('Unassigned')}
              value={unassigned}
              link={linkTo({ status: 'unresolved', assignedToId: Unassigned })}
            />
            <Need label={turnWords.us} value={waitingForUs} link={linkTo({ turn: 'us' })} />
            <div className="min-w-0">
              <dt className="text-muted">{i18n.t('Oldest unanswered')}</dt>
              <dd className="min-h-8">
                {longestWait ? (
                  <a
                    className="group flex flex-wrap items-baseline gap-x-2"
                    {...opensTicket(opener, longestWait.id)}
                  >
                    <RelativeTime at={longestWait.since} label={timeAgo} className="text-page text-link" />
                    <span className="min-w-0 truncate text-muted group-hover:underline">
                      {shownNumber(longestWait)} <bdi>{longestWait.subject}</bdi>
                    </span>
                  </a>
                ) : (
                  <span className="text-page">{i18n.t('None')}</span>
                )}
              </dd>
            </div>
          </dl>
        )}
      </Loaded>
    </Panel>
  )
}

interface NeedProps {
  label: string
  value: number
  link: ComponentProps<'a'>
}

const Need = ({ label, value, link }: NeedProps) => (
  <div>
    <dt className="text-muted">{label}</dt>
    <dd className="min-h-8 text-page tabular-nums">
      {value === 0 ? (
        0
      ) : (
        <a
          {...link}
          aria-label={`${label}, ${value}`}
          className="inline-block min-w-6 text-link hover:underline"
        >
          {writtenNumber(value)}
        </a>
      )}
    </dd>
  </div>
)
