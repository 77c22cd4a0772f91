import type { ComponentProps } from 'react'
import { cn } from '../../cn.ts'
import { useFieldProps } from './field.tsx'

/** Grows with its text up to half the window. */
export function Textarea({ className, ...rest }: ComponentProps<'textarea'>) {
  const field = useFieldProps(rest)
  return <textarea dir="auto" className={cn('input', className)} {...rest} {...field} />
}
