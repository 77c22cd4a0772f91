import { CircleAlert } from 'lucide-react'
import { createContext, use, useId, type ReactNode } from 'react'
import { cn } from '../cn.ts'

interface FieldContext {
  id: string
  describedBy?: string
  invalid: boolean
  required: boolean
}

const Context = createContext<FieldContext | null>(null)

interface FieldProps {
  /** Of the control; made up when not given. */
  id?: string
  label: ReactNode
  /** The label stays readable for screen readers only. */
  hideLabel?: boolean
  hint?: ReactNode
  error?: string | undefined
  required?: boolean
  className?: string
  /** One control of the kit; it takes its id, description and state from here. */
  children: ReactNode
}

/** Label, control, hint and error, tied together for assistive technology. */
export function Field({
  label,
  hideLabel,
  hint,
  error,
  required = false,
  className,
  children,
  ...rest
}: FieldProps) {
  const ownId = useId()
  const id = rest.id ?? ownId
  const hintId = hint ? `${id}-hint` : undefined
  const errorId = error ? `${id}-error` : undefined
  const describedBy = [errorId, hintId].filter(Boolean).join(' ') || undefined
  return (
    <div className={cn('flex min-w-0 flex-col gap-1.5', className)}>
      <label htmlFor={id} className={hideLabel ? 'sr-only' : 'self-start font-medium'}>
        {label}
        {required && (
          <span aria-hidden className="ms-0.5 text-red-fg">
            *
          </span>
        )}
      </label>
      <Context value={{ id, describedBy, invalid: Boolean(error), required }}>{children}</Context>
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
  'aria-required'?: boolean | 'true' | 'false'
}

/** What a control takes from the Field around it; its own description and state win. */
export function useFieldProps(own: ControlProps): ControlProps & { id?: string } {
  const field = use(Context)
  if (!field) return {}
  return {
    id: field.id,
    'aria-describedby': own['aria-describedby'] ?? field.describedBy,
    'aria-invalid': own['aria-invalid'] ?? (field.invalid || undefined),
    'aria-required': own['aria-required'] ?? (field.required || undefined),
  }
}
