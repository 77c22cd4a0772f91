import { ChevronDown } from 'lucide-react'
import type { ComponentProps } from 'react'
import { cn } from '../../cn.ts'
import { useFieldProps } from './field.tsx'

interface SelectProps extends Omit<ComponentProps<'select'>, 'size' | 'multiple'> {
  /** A choice takes effect at once: keys do not choose in the closed list, and the focus returns afterwards. */
  isInstant?: boolean
}

/** The native select with `<option>` children; `className` sizes the whole control. */
export function Select({ className, isInstant, ...rest }: SelectProps) {
  const field = useFieldProps(rest)
  return (
    <span className={cn('select', className)}>
      <select className="input" data-instant={isInstant} {...rest} {...field} />
      <ChevronDown aria-hidden />
    </span>
  )
}

/** True when its list is open. Browsers without `:open` handle the keys themselves then. */
export const isOpen = (select: Element) => CSS.supports('selector(:open)') && select.matches(':open')

// Escape first closes the open list; the dialog around it must not hear of it.
function keepEscape(event: KeyboardEvent) {
  if (event.key !== 'Escape' || !(event.target instanceof Element)) return
  const select = event.target.closest('select')
  if (select && isOpen(select)) event.stopPropagation()
}

window.addEventListener('keydown', keepEscape, true)
