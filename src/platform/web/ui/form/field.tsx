import { CircleAlert } from 'lucide-react'
import { createContext, use, useId, type ReactNode } from 'react'
import { cn } from '../../cn.ts'

interface FieldContext {
  id: string
  describedBy?: string
  invalid: boolean
}

const Context = createContext<FieldContext | null>(null)

interface FieldProps {
  label: ReactNode
  /** The label stays readable for screen readers only. */
  hideLabel?: boolean
  hint?: ReactNode
  error?: string | undefined
  className?: string
  /** One control of the kit; it takes id, description and state from here. */
  children: ReactNode
}

export function Field({ label, hideLabel, hint, error, className, children }: FieldProps) {
  const id = useId()
  const hintId = hint ? `${id}-hint` : undefined
  const errorId = error ? `${id}-error` : undefined
  const describedBy = [errorId, hintId].filter(Boolean).join(' ') || undefined
  return (
    <div className={cn('flex min-w-0 flex-col gap-1.5', className)}>
      <label htmlFor={id} className={hideLabel ? 'sr-only' : 'self-start font-medium'}>
        {label}
      </label>
      <Context value={{ id, describedBy, invalid: Boolean(error) }}>{children}</Context>
      {error && (
        <p id={errorId} className="flex items-start gap-1 text-meta text-red-fg">
          <CircleAlert aria-hidden className="size-3.5! mt-px" />
          <span>{error}</span>
        </p>
      )}
      {hint && (
        <p id={hintId} className="text-meta font-normal text-muted">
          {hint}
        </p>
      )}
    </div>
  )
}

interface ControlProps {
  'aria-describedby'?: string
  'aria-invalid'?: boolean | 'true' | 'false' | 'grammar' | 'spelling'
}

/** Props of a control from its Field; its own description and state win. */
export function useFieldProps(own: ControlProps): ControlProps & { id?: string } {
  const field = use(Context)
  if (!field) return {}
  return {
    id: field.id,
    'aria-describedby': own['aria-describedby'] ?? field.describedBy,
    'aria-invalid': own['aria-invalid'] ?? (field.invalid || undefined),
  }
}
