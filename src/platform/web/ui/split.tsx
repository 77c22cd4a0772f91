import { ArrowLeft } from 'lucide-react'
import { useEffect, useRef, type ReactNode } from 'react'
import { cn } from '../cn.ts'
import { useMedia } from '../hooks/use-media.ts'
import { Button } from './button.tsx'
import { isFocusLost } from './overlay/return-focus.ts'

interface SplitProps {
  list: ReactNode
  panel: ReactNode
  /** True when an item is chosen: on a phone the panel then hides the list, which keeps its search. */
  isOpen: boolean
  backLabel: string
  onBack(): void
}

export function Split({ list, panel, isOpen, backLabel, onBack }: SplitProps) {
  const isWide = useMedia('(width >= 48rem)')
  const rows = useRef<HTMLDivElement>(null)
  const detail = useRef<HTMLDivElement>(null)
  const chosen = useRef<HTMLElement>(null)
  const showsPanelAlone = !isWide && isOpen
  useEffect(() => {
    chosen.current = rows.current?.querySelector<HTMLElement>('[aria-current]') ?? chosen.current
  })
  useEffect(() => {
    if (!showsPanelAlone) return undefined
    detail.current?.focus()
    return () => {
      if (isFocusLost()) chosen.current?.focus()
    }
  }, [showsPanelAlone])
  return (
    <div
      className={cn(
        isWide && 'grid grid-cols-[280px_minmax(0,1fr)] items-start gap-4 xl:grid-cols-[320px_minmax(0,1fr)]',
      )}
    >
      <div ref={rows} hidden={showsPanelAlone}>
        {list}
      </div>
      {isWide && panel}
      {showsPanelAlone && (
        <div ref={detail} tabIndex={-1} className="flex flex-col gap-3 outline-0">
          <Button variant="ghost" className="self-start" onClick={onBack}>
            <ArrowLeft aria-hidden className="rtl:-scale-x-100" />
            {backLabel}
          </Button>
          {panel}
        </div>
      )}
    </div>
  )
}
