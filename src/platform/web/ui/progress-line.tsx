import { cn } from '../cn.ts'

/** Shows that displayed content is being refreshed. Always takes its two pixels. */
export function ProgressLine({ active, className }: { active: boolean; className?: string }) {
  return <div aria-hidden data-active={active || undefined} className={cn('progress-line', className)} />
}
