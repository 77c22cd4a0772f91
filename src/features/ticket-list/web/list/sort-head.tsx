import { ArrowDown, ArrowUp } from 'lucide-react'
import type { ReactNode } from 'react'
import { cn } from '#platform/web/cn.ts'
import { Th } from '#platform/web/ui/table.tsx'
import { usualOrder, type Sort } from '#features/tickets/list/columns/contract.ts'
import { otherOrder, wholeSorting, type Sorting } from '../filters/filter-state.ts'

export interface Sortable {
  sorting: Sorting
  onSort(next: Required<Sorting>): void
}

interface SortHeadProps extends Sortable {
  by: Sort
  className?: string
  style?: { width: string | number }
  children: ReactNode
}

export function SortHead({ by, sorting, onSort, className, style, children }: SortHeadProps) {
  const { sort, order } = wholeSorting(sorting)
  const isOrdered = sort === by
  const Arrow = order === 'asc' ? ArrowUp : ArrowDown
  return (
    <Th
      className={className}
      style={style}
      aria-sort={isOrdered ? (order === 'asc' ? 'ascending' : 'descending') : undefined}
    >
      <button
        type="button"
        className={cn(
          'group relative -mx-1 inline-flex min-h-6 items-center gap-1 rounded-control px-1 hover:text-fg pointer-coarse:after:absolute pointer-coarse:after:-inset-x-1 pointer-coarse:after:-inset-y-2.5',
          isOrdered && 'text-fg',
        )}
        onClick={() => onSort({ sort: by, order: isOrdered ? otherOrder(order) : usualOrder(by) })}
      >
        {children}
        <Arrow
          aria-hidden
          className={cn('size-3!', !isOrdered && 'invisible group-hover:visible group-hover:opacity-50')}
        />
      </button>
    </Th>
  )
}
