import type { ComponentProps } from 'react'
import { cn } from '../cn.ts'

type TableProps = ComponentProps<'table'> & {
  label: string
}

/** A card of rows. The head sticks below `--sticky-top`. */
export function Table({ label, className, ...rest }: TableProps) {
  return (
    <div className={cn('card', className)}>
      <table aria-label={label} className="table" {...rest} />
    </div>
  )
}

export function TableHead({ children, ...rest }: ComponentProps<'thead'>) {
  return (
    <thead {...rest}>
      <tr>{children}</tr>
    </thead>
  )
}

export function TableBody(props: ComponentProps<'tbody'>) {
  return <tbody {...props} />
}

export function TableRow({ selected = false, ...rest }: ComponentProps<'tr'> & { selected?: boolean }) {
  return <tr data-selected={selected || undefined} {...rest} />
}

export function Th({ children, ...rest }: ComponentProps<'th'>) {
  return (
    <th scope="col" {...rest}>
      {children}
    </th>
  )
}

export function Td(props: ComponentProps<'td'>) {
  return <td {...props} />
}
