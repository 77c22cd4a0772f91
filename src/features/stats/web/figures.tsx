import type { ReactNode } from 'react'
import { statuses, statusWords, type Status } from '#features/tickets/contract.ts'
import type { ListLink } from './open-lines.ts'
import { Loading, Skeleton } from '#platform/web/ui/skeleton.tsx'

const whole = new Intl.NumberFormat('en')

interface FigureProps {
  label: string
  value: number | string
  /** Leads to what is behind the number. */
  link?: ReturnType<ListLink> | undefined
}

// There are five: the last fills its row where they do not stand in one.
const figureGrid =
  'grid grid-cols-2 gap-3 *:last:col-span-2 sm:grid-cols-3 xl:grid-cols-5 xl:*:last:col-span-1'

export const FigureGrid = ({ children }: { children: ReactNode }) => (
  <dl className={figureGrid}>{children}</dl>
)

export const Figure = ({ label, value, link }: FigureProps) => {
  const words = typeof value === 'number' ? whole.format(value) : value
  return (
    <div className="rounded-card border border-border px-3 py-2">
      <dt className="text-meta text-subtle">{label}</dt>
      <dd className="text-page tabular-nums">
        {link ? (
          <a {...link} className="text-link hover:underline">
            {words}
          </a>
        ) : (
          words
        )}
      </dd>
    </div>
  )
}

interface StatusFiguresProps {
  byStatus: readonly { status: Status; tickets: number }[]
  linkTo?(status: Status): ReturnType<ListLink>
}

/** How many tickets are in each status, in the order of the work. */
export const StatusFigures = ({ byStatus, linkTo }: StatusFiguresProps) => (
  <dl className="flex flex-wrap gap-x-5 gap-y-1">
    {statuses.map((status) => {
      const number = whole.format(byStatus.find((one) => one.status === status)?.tickets ?? 0)
      return (
        <div key={status} className="flex gap-1.5">
          <dt className="text-muted">{statusWords[status]}</dt>
          <dd className="font-medium tabular-nums">
            {linkTo ? (
              <a {...linkTo(status)} className="text-link hover:underline">
                {number}
              </a>
            ) : (
              number
            )}
          </dd>
        </div>
      )
    })}
  </dl>
)

export const FiguresLoading = () => (
  <Loading label="Loading statistics...">
    <span aria-hidden className="mb-3 block text-muted">
      Loading statistics...
    </span>
    <div className={figureGrid}>
      {Array.from({ length: 5 }, (_, place) => (
        <Skeleton key={place} className="h-14" />
      ))}
    </div>
  </Loading>
)
