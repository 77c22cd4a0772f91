import type { ComponentProps } from 'react'
import { cn } from '../cn.ts'

type TableProps = ComponentProps<'table'> & {
  /** Accessible name. */
  label: string
  /** Scrolls sideways inside itself; its head then no longer sticks to the page. */
  scrolls?: boolean
}

// Focusable, or the keyboard could not scroll it.
const scroller = { tabIndex: 0 }

/** A card of rows. The head sticks below `--sticky-top`. */
export function Table({ label, scrolls = false, className, ...rest }: TableProps) {
  const table = <table aria-label={label} className="table" {...rest} />
  if (!scrolls) return <div className={cn('card', className)}>{table}</div>
  return (
    <section aria-label={label} {...scroller} className={cn('card overflow-x-auto', className)}>
      {table}
    </section>
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
