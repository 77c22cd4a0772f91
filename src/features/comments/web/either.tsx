import type { ReactNode } from 'react'
import { cn } from '#platform/web/cn.ts'

interface EitherProps {
  isInternal: boolean
  /** Uses all the width, and as many lines as it takes. */
  isLine?: boolean
  forClients: ReactNode
  forTeam: ReactNode
}

/** Keeps both in one place, one hidden, so that nothing moves at a switch. */
export function Either({ isInternal, isLine = false, forClients, forTeam }: EitherProps) {
  const look = cn('gap-1.5', isLine && 'min-w-0 justify-start! wrap-anywhere')
  return (
    <span className={cn('btn-label', isLine && 'w-full grid-cols-[minmax(0,1fr)]')}>
      <span className={cn(look, isInternal && 'invisible')}>{forClients}</span>
      <span className={cn(look, !isInternal && 'invisible')}>{forTeam}</span>
    </span>
  )
}
