import type { ComponentProps, MouseEvent } from 'react'
import { cn } from '../cn.ts'
import { Spinner } from './spinner.tsx'

export type ButtonVariant = 'primary' | 'secondary' | 'ghost' | 'danger' | 'link'
export type ButtonSize = 'small' | 'default' | 'large'

/** For elements that only look like a button, such as a link. */
export function buttonClass(variant: ButtonVariant = 'secondary', size: ButtonSize = 'default') {
  return cn('btn', `btn-${variant}`, size !== 'default' && `btn-${size}`)
}

export type ButtonProps = ComponentProps<'button'> & {
  variant?: ButtonVariant
  size?: ButtonSize
  /** Shows that work is under way and ignores clicks; keeps its width and the focus. */
  busy?: boolean
  /** Disabled, but keeps the focus. */
  resting?: boolean
  /** Text while busy, such as "Saving..."; its room is reserved from the start. */
  busyLabel?: string
}

export function Button({
  variant,
  size,
  busy = false,
  resting = false,
  busyLabel,
  type = 'button',
  className,
  children,
  onClick,
  ...rest
}: ButtonProps) {
  return (
    <button
      type={type}
      className={cn(buttonClass(variant, size), className)}
      // A disabled button would drop the focus to the body.
      aria-disabled={busy || resting || undefined}
      aria-busy={busy || undefined}
      onClick={(event) => (busy || resting ? ignore(event) : onClick?.(event))}
      {...rest}
    >
      {busyLabel ? (
        <span className="btn-label">
          <span className={cn(busy && 'invisible')}>{children}</span>
          <span className={cn(!busy && 'invisible')}>{busyLabel}</span>
        </span>
      ) : (
        children
      )}
      {busy && !busyLabel && (
        <span className="absolute inset-0 grid place-items-center rounded-[inherit] bg-inherit">
          <Spinner />
        </span>
      )}
    </button>
  )
}

function ignore(event: MouseEvent) {
  event.preventDefault()
  event.stopPropagation()
}
