import type { ComponentProps, ReactNode } from 'react'
import { cn } from '../../cn.ts'
import { useFieldProps } from './field.tsx'

type InputProps = Omit<ComponentProps<'input'>, 'size'> & {
  icon?: ReactNode
}

export function Input({ icon, className, ...rest }: InputProps) {
  const field = useFieldProps(rest)
  if (!icon) return <input dir="auto" className={cn('input', className)} {...rest} {...field} />
  return (
    <span className={cn('relative block min-w-0', className)}>
      <span className="pointer-events-none absolute inset-y-0 start-2.5 flex items-center text-subtle">
        {icon}
      </span>
      <input dir="auto" className="input px-8" {...rest} {...field} />
    </span>
  )
}
