import type { ComponentProps } from 'react'
import { cn } from '../cn.ts'

export function Kbd({ className, ...rest }: ComponentProps<'kbd'>) {
  return <kbd className={cn('kbd', className)} {...rest} />
}
