import { ListFilter } from 'lucide-react'
import { Button, type ButtonProps } from '#platform/web/ui/button.tsx'

/** @param count how many of the filters behind it are set */
export function FiltersButton({ count, ...rest }: ButtonProps & { count: number }) {
  return (
    <Button {...rest}>
      <ListFilter aria-hidden />
      Filters
      {count > 0 && (
        <span className="-me-1 min-w-5 rounded-full bg-selected px-1.5 text-meta text-link tabular-nums">
          {count}
        </span>
      )}
    </Button>
  )
}
