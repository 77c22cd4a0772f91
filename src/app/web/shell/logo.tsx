import { productName } from '#app/product.ts'
import { cn } from '#platform/web/cn.ts'

interface LogoProps {
  /** Edge length in px. */
  size?: number
  withName?: boolean
  className?: string
}

/** A railway semaphore at "clear": post, raised arm with its notch, lamp. The same drawing as favicon.svg. */
export function Logo({ size = 24, withName = false, className }: LogoProps) {
  return (
    <span className={cn('inline-flex items-center gap-2', className)}>
      <svg
        viewBox="0 0 32 32"
        width={size}
        height={size}
        className="flex-none"
        {...(withName ? { 'aria-hidden': true } : { role: 'img', 'aria-label': productName })}
      >
        <rect width="32" height="32" rx="8" fill="var(--accent)" />
        <path d="M16.5 5h4v20h3v3h-10v-3h3z" fill="var(--accent-fg)" />
        <path d="m5.2 6.6 13.3 3.5-1.4 5.3L3.7 11.9l3.1-1.9z" fill="var(--accent-fg)" />
        <circle cx="25.4" cy="14" r="3.2" fill="#ffc74d" />
      </svg>
      {withName && <span className="text-[15px]/5 font-semibold tracking-[-0.01em]">{productName}</span>}
    </span>
  )
}
