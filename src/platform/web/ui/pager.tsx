import { i18n } from '#platform/contract/i18n.ts'
import { ChevronLeft, ChevronRight } from 'lucide-react'
import { cn } from '../cn.ts'
import { Button } from './button.tsx'

interface PagerProps {
  /** Counted from 1. */
  page: number
  pageCount: number
  onPageChange: (page: number) => void
  summary: string
  className?: string
}

const mostButtons = 5

export function Pager({ page, pageCount, onPageChange, summary, className }: PagerProps) {
  return (
    <div className={cn('flex flex-wrap items-center justify-between gap-x-4 gap-y-2', className)}>
      <p className="text-muted tabular-nums">{summary}</p>
      {pageCount > 0 && (
        <nav
          aria-label={i18n.t('Pages')}
          className="flex items-center gap-1 max-sm:w-full max-sm:justify-between"
        >
          <Button variant="ghost" resting={page <= 1} onClick={() => onPageChange(page - 1)}>
            <ChevronLeft aria-hidden className="rtl:-scale-x-100" />
            {i18n.t('Previous')}
          </Button>
          <span className="text-muted tabular-nums sm:hidden">
            {page} / {pageCount}
          </span>
          <span className="hidden gap-1 sm:flex">
            {nearby(page, pageCount).map((number) => (
              <Button
                key={number}
                variant="ghost"
                className="pager-page"
                aria-label={i18n.t('Page {number}', { number })}
                aria-current={number === page ? 'page' : undefined}
                onClick={() => onPageChange(number)}
              >
                {number}
              </Button>
            ))}
          </span>
          <Button variant="ghost" resting={page >= pageCount} onClick={() => onPageChange(page + 1)}>
            {i18n.t('Next')}
            <ChevronRight aria-hidden className="rtl:-scale-x-100" />
          </Button>
        </nav>
      )}
    </div>
  )
}

/** Lists up to five page numbers around the current one. */
function nearby(page: number, pageCount: number) {
  const count = Math.min(mostButtons, pageCount)
  const first = Math.max(1, Math.min(page - Math.floor(mostButtons / 2), pageCount - count + 1))
  return Array.from({ length: count }, (_, index) => first + index)
}
