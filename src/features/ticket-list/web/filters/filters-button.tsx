import { ListFilter } from 'lucide-react'
import { i18n } from '#platform/contract/i18n.ts'
import { cn } from '#platform/web/cn.ts'
import { Button, type ButtonProps } from '#platform/web/ui/button.tsx'

interface FiltersButtonProps extends ButtonProps {
  count: number
  isSmall: boolean
}

export function FiltersButton({ count, isSmall, ...rest }: FiltersButtonProps) {
  return (
    <Button {...rest}>
      <ListFilter aria-hidden />
      <span className={cn(isSmall && 'sr-only')}>{i18n.t('Filters')}</span>
      {count > 0 && (
        <span className="-me-1 min-w-5 rounded-full bg-selected px-1.5 text-meta text-link tabular-nums">
          {count}
        </span>
      )}
    </Button>
  )
}
