import { Circle, CircleCheck, FlaskConical, type LucideProps } from 'lucide-react'
import type { ComponentType } from 'react'
import { cn } from '#platform/web/cn.ts'
import { Badge, type Hue } from '#platform/web/ui/badge.tsx'
import { priorities, priorityWords, statusWords, type Priority, type Status } from '../../contract.ts'

const drawn = { viewBox: '0 0 24 24', className: 'lucide', fill: 'none', stroke: 'currentColor' } as const

const HalfCircle = () => (
  <svg aria-hidden {...drawn}>
    <circle cx="12" cy="12" r="10" />
    <path d="M12 6a6 6 0 0 1 0 12z" fill="currentColor" stroke="none" />
  </svg>
)

const FilledCheck = () => (
  <svg aria-hidden {...drawn}>
    <circle cx="12" cy="12" r="11" fill="currentColor" stroke="none" />
    <path d="m8 12.5 2.7 2.5L16 9.5" className="stroke-surface" strokeWidth="2.2" />
  </svg>
)

interface StatusLook {
  hue: Hue
  Icon: ComponentType<Pick<LucideProps, 'aria-hidden'>>
}

const statusLooks: Record<Status, StatusLook> = {
  open: { hue: 'blue', Icon: Circle },
  progress: { hue: 'amber', Icon: HalfCircle },
  testing: { hue: 'violet', Icon: FlaskConical },
  resolved: { hue: 'green', Icon: CircleCheck },
  closed: { hue: 'gray', Icon: FilledCheck },
}

const strong: Record<Hue, string> = {
  gray: 'text-gray-solid',
  blue: 'text-blue-solid',
  green: 'text-green-solid',
  amber: 'text-amber-solid',
  orange: 'text-orange-solid',
  red: 'text-red-solid',
  violet: 'text-violet-solid',
}

export function StatusIcon({ status }: { status: Status }) {
  const { hue, Icon } = statusLooks[status]
  return (
    <span className={cn('inline-flex [&>svg]:size-3.5!', strong[hue])}>
      <Icon aria-hidden />
    </span>
  )
}

export function StatusBadge({ status }: { status: Status }) {
  const { hue, Icon } = statusLooks[status]
  return (
    <Badge hue={hue} icon={<Icon aria-hidden />}>
      {statusWords[status]}
    </Badge>
  )
}

const priorityHues: Record<Priority, Hue> = { low: 'gray', medium: 'blue', high: 'orange', critical: 'red' }

function SignalBars({ filled }: { filled: number }) {
  return (
    <svg aria-hidden viewBox="0 0 14 14" className="size-3.5 flex-none" fill="currentColor">
      {priorities.map((priority, place) => (
        <rect
          key={priority}
          x={0.5 + place * 3.5}
          y={10 - place * 3}
          width="2.5"
          height={3.5 + place * 3}
          rx="0.75"
          opacity={place < filled ? 1 : 0.28}
        />
      ))}
    </svg>
  )
}

interface PriorityBadgeProps {
  priority: Priority
  isPlain?: boolean
}

export function PriorityBadge({ priority, isPlain = false }: PriorityBadgeProps) {
  const hue = priorityHues[priority]
  const bars = <SignalBars filled={priorities.indexOf(priority) + 1} />
  if (!isPlain)
    return (
      <Badge hue={hue} icon={bars}>
        {priorityWords[priority]}
      </Badge>
    )
  return (
    <span className="inline-flex items-center gap-1.5 whitespace-nowrap">
      <span className={cn('inline-flex', strong[hue])}>{bars}</span>
      {priorityWords[priority]}
    </span>
  )
}
