import { useEffect, useRef, type ComponentProps, type ReactNode } from 'react'
import { cn } from '../../cn.ts'

type CheckboxProps = Omit<ComponentProps<'input'>, 'type' | 'ref'> & {
  /** Visible label; without it give `aria-label`. */
  children?: ReactNode
  /** Some, not all: the look of a "select all" box. */
  indeterminate?: boolean
}

export function Checkbox({ children, indeterminate = false, className, ...rest }: CheckboxProps) {
  const box = useRef<HTMLInputElement>(null)
  // After every render: a click resets the native property.
  useEffect(() => {
    if (box.current) box.current.indeterminate = indeterminate
  })
  const input = (
    <input ref={box} type="checkbox" className={cn('checkbox', !children && className)} {...rest} />
  )
  if (!children) return input
  return (
    <label className={cn('choice', className)}>
      {input}
      <span>{children}</span>
    </label>
  )
}
