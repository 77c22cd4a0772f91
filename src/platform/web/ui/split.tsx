import { ArrowLeft } from 'lucide-react'
import { useEffect, useRef, type ReactNode } from 'react'
import { useMedia } from '../hooks/use-media.ts'
import { Button } from './button.tsx'

interface SplitProps {
  list: ReactNode
  panel: ReactNode
  /** True when an item is chosen: on a phone the panel then replaces the list. */
  isOpen: boolean
  backLabel: string
  onBack(): void
}

export function Split({ list, panel, isOpen, backLabel, onBack }: SplitProps) {
  const isWide = useMedia('(width >= 48rem)')
  const detail = useRef<HTMLDivElement>(null)
  const showsPanelAlone = !isWide && isOpen
  useEffect(() => {
    if (showsPanelAlone) detail.current?.focus()
  }, [showsPanelAlone])
  if (isWide)
    return (
      <div className="grid grid-cols-[280px_minmax(0,1fr)] items-start gap-4 xl:grid-cols-[320px_minmax(0,1fr)]">
        {list}
        {panel}
      </div>
    )
  if (!isOpen) return list
  return (
    <div ref={detail} tabIndex={-1} className="flex flex-col gap-3 outline-0">
      <Button variant="ghost" className="self-start" onClick={onBack}>
        <ArrowLeft aria-hidden className="rtl:-scale-x-100" />
        {backLabel}
      </Button>
      {panel}
    </div>
  )
}
