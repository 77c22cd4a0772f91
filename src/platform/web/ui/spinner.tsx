import { cn } from '../cn.ts'

/** Announced with a label; without one it is decoration beside the same text. */
export function Spinner({ label, className }: { label?: string; className?: string }) {
  const ring = <span aria-hidden className={cn('spinner', className)} />
  if (!label) return ring
  return (
    <output className="inline-flex items-center gap-2">
      {ring}
      <span className="sr-only">{label}</span>
    </output>
  )
}
