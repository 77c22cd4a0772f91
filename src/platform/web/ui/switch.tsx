import type { ComponentProps, ReactNode } from 'react'
import { cn } from '../cn.ts'

type SwitchProps = Omit<ComponentProps<'input'>, 'type' | 'role'> & {
  /** Visible label; without it give `aria-label`. */
  children?: ReactNode
}

// The native state is the switch's state; `aria-checked` beside it could only contradict.
const asSwitch = { type: 'checkbox', role: 'switch' } as const

export function Switch({ children, className, ...rest }: SwitchProps) {
  const input = <input {...asSwitch} className={cn('switch', !children && className)} {...rest} />
  if (!children) return input
  return (
    <label className={cn('choice', className)}>
      {input}
      <span>{children}</span>
    </label>
  )
}
