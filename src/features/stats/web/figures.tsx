import { i18n } from '#platform/contract/i18n.ts'
import type { ReactNode } from 'react'
import { statusWords, type Status } from '#features/tickets/contract.ts'
import type { ListLink } from '#features/tickets/web/parts/ticket-opener.ts'
import { writtenNumber } from '#platform/web/written.ts'
import { Loading, Skeleton } from '#platform/web/ui/skeleton.tsx'

interface FigureProps {
  label: string
  value: number | string
  link?: ReturnType<ListLink> | undefined
  children?: ReactNode
}

// Lets the last of five figures fill its row.
const figureGrid =
  'grid grid-cols-2 gap-3 *:last:col-span-2 sm:grid-cols-3 xl:grid-cols-5 xl:*:last:col-span-1'

export const FigureGrid = ({ children }: { children: ReactNode }) => (
  <dl className={figureGrid}>{children}</dl>
)

export const Figure = ({ label, value, link, children }: FigureProps) => {
  const words = typeof value === 'number' ? writtenNumber(value) : value
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
        {children}
      </dd>
    </div>
  )
}

interface OfThemProps {
  /** Shown statuses; those without tickets are left out. */
  among: readonly Status[]
  byStatus: readonly { status: Status; tickets: number }[]
  linkTo?: ((status: Status) => ReturnType<ListLink>) | undefined
}

export const OfThem = ({ among, byStatus, linkTo }: OfThemProps) => {
  const told = among.flatMap((status) => byStatus.filter((one) => one.status === status && one.tickets > 0))
  if (told.length === 0) return null
  return (
    <ul className="flex flex-wrap gap-x-3 text-meta font-normal text-muted">
      {told.map(({ status, tickets }) => {
        const words = `${writtenNumber(tickets)} ${statusWords[status]}`
        return (
          <li key={status}>
            {linkTo ? (
              <a {...linkTo(status)} className="text-link hover:underline">
                {words}
              </a>
            ) : (
              words
            )}
          </li>
        )
      })}
    </ul>
  )
}

export const FiguresLoading = () => (
  <Loading label={i18n.t('Loading statistics...')}>
    <span aria-hidden className="mb-3 block text-muted">
      {i18n.t('Loading statistics...')}
    </span>
    <div className={figureGrid}>
      {Array.from({ length: 5 }, (_, place) => (
        <Skeleton key={place} className="h-14" />
      ))}
    </div>
  </Loading>
)
