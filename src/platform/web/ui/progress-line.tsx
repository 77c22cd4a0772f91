import { cn } from '../cn.ts'

/** Two pixels that move while content already shown is being refreshed. Takes its room always. */
export function ProgressLine({ active, className }: { active: boolean; className?: string }) {
  return <div aria-hidden data-active={active || undefined} className={cn('progress-line', className)} />
}
