import { cn } from '../cn.ts'

/** With a label it is announced; without one it is decoration beside text that says the same. */
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
