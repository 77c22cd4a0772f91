import type { ComponentProps, ReactNode } from 'react'
import { cn } from '../cn.ts'

export type Hue = 'gray' | 'blue' | 'green' | 'amber' | 'orange' | 'red' | 'violet'

const looks: Record<Hue, string> = {
  gray: 'bg-gray-bg text-gray-fg',
  blue: 'bg-blue-bg text-blue-fg',
  green: 'bg-green-bg text-green-fg',
  amber: 'bg-amber-bg text-amber-fg',
  orange: 'bg-orange-bg text-orange-fg',
  red: 'bg-red-bg text-red-fg',
  violet: 'bg-violet-bg text-violet-fg',
}

const dots: Record<Hue, string> = {
  gray: 'bg-gray-solid',
  blue: 'bg-blue-solid',
  green: 'bg-green-solid',
  amber: 'bg-amber-solid',
  orange: 'bg-orange-solid',
  red: 'bg-red-solid',
  violet: 'bg-violet-solid',
}

type BadgeProps = ComponentProps<'span'> & { hue?: Hue; icon?: ReactNode }

/** Shows a word on a tint; the word carries the meaning, never the colour alone. */
export function Badge({ hue = 'gray', icon, className, children, ...rest }: BadgeProps) {
  return (
    <span className={cn('badge', looks[hue], className)} {...rest}>
      {icon}
      <span className="truncate">{children}</span>
    </span>
  )
}

export function StatusDot({ hue, className, children, ...rest }: ComponentProps<'span'> & { hue: Hue }) {
  return (
    <span className={cn('inline-flex items-center gap-1.5 text-meta text-muted', className)} {...rest}>
      <span aria-hidden className={cn('size-2 flex-none rounded-full', dots[hue])} />
      {children}
    </span>
  )
}
