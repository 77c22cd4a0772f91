import { statusWords, unresolvedStatuses } from '#features/tickets/contract.ts'
import { StatusIcon } from '#features/tickets/web/parts/ticket-badges.tsx'
import { writtenNumber } from '#platform/web/written.ts'
import { cn } from '#platform/web/cn.ts'
import type { ListLink } from '#features/tickets/web/parts/ticket-opener.ts'
import { numberName, type OpenGroup, type OpenLine } from './open-lines.ts'

const looks = {
  open: 'bg-blue-bg text-blue-fg border-blue-solid',
  progress: 'bg-amber-bg text-amber-fg border-amber-solid',
  testing: 'bg-violet-bg text-violet-fg border-violet-solid',
} as const

const totalOf = ({ counts }: OpenLine) => counts.reduce((sum, count) => sum + count, 0)

export function OpenBars({ groups, linkTo }: { groups: readonly OpenGroup[]; linkTo: ListLink }) {
  return (
    <div className="flex flex-col gap-4">
      <p className="flex flex-wrap gap-x-4 gap-y-1 text-meta text-muted">
        {unresolvedStatuses.map((status) => (
          <span key={status} className="flex items-center gap-1.5">
            <StatusIcon status={status} />
            {statusWords[status]}
          </span>
        ))}
      </p>
      {groups.map(({ title, lines }) => {
        const most = Math.max(...lines.map(totalOf))
        return (
          <div key={title} className="flex flex-col gap-1.5">
            <h3 className="text-meta text-subtle">{title}</h3>
            <ul className="flex flex-col gap-1">
              {lines.map((line) => (
                <Line key={line.label} line={line} most={most} linkTo={linkTo} />
              ))}
            </ul>
          </div>
        )
      })}
    </div>
  )
}

function Line({ line, most, linkTo }: { line: OpenLine; most: number; linkTo: ListLink }) {
  const total = totalOf(line)
  return (
    <li className="grid grid-cols-[5.5rem_minmax(0,1fr)_3rem] items-center gap-2">
      <span className="truncate">{line.label}</span>
      <span
        className="flex h-6 gap-0.5"
        style={{ width: `${(100 * total) / most}%`, minWidth: 'min-content' }}
      >
        {unresolvedStatuses.map((status, place) => {
          const count = line.counts[place] ?? 0
          if (count === 0) return null
          return (
            <a
              key={status}
              aria-label={numberName(line, place, count)}
              title={`${statusWords[status]}: ${writtenNumber(count)}`}
              className={cn(
                'grid place-items-center rounded-[4px] border-s-3 px-1.5 text-meta tabular-nums hover:underline',
                looks[status],
              )}
              style={{ flex: `${count} 1 0`, minWidth: `max(24px, ${String(count).length + 2}ch)` }}
              {...linkTo({ ...line.filter, status })}
            >
              {writtenNumber(count)}
            </a>
          )
        })}
      </span>
      <span className="text-end font-medium tabular-nums">{writtenNumber(total)}</span>
    </li>
  )
}
