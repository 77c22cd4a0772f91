import { ChevronDown } from 'lucide-react'
import type { ComponentProps } from 'react'
import { cn } from '../../cn.ts'
import { useFieldProps } from './field.tsx'

type SelectProps = Omit<ComponentProps<'select'>, 'size' | 'multiple'>

/** The native select with `<option>` children; `className` sizes the whole control. */
export function Select({ className, ...rest }: SelectProps) {
  const field = useFieldProps(rest)
  return (
    <span className={cn('select', className)}>
      <select className="input" {...rest} {...field} />
      <ChevronDown aria-hidden />
    </span>
  )
}

// Escape first closes the open list; the dialog around it must not hear of it.
function keepEscape(event: KeyboardEvent) {
  if (event.key !== 'Escape' || !(event.target instanceof Element)) return
  const select = event.target.closest('select')
  if (select && CSS.supports('selector(:open)') && select.matches(':open')) event.stopPropagation()
}

window.addEventListener('keydown', keepEscape, true)
