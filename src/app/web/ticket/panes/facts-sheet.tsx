import { X } from 'lucide-react'
import { useEffect, useId, useRef, type ReactNode } from 'react'
import { i18n } from '#platform/contract/i18n.ts'
import { IconButton } from '#platform/web/ui/icon-button.tsx'
import { revealBy } from '#platform/web/ui/tabs.tsx'

interface FactsSheetProps {
  id: string
  isOpen: boolean
  /** Something in it, or below it, is to be seen. */
  onReveal(isOpen: boolean): void
  onClose(): void
  actions: ReactNode
  children: ReactNode
}

/** Stands in place of the conversation in small windows. It stays mounted, for what is typed in it and for print. */
export function FactsSheet({ id, isOpen, onReveal, onClose, actions, children }: FactsSheetProps) {
  const titleId = useId()
  const title = useRef<HTMLHeadingElement>(null)
  useEffect(() => {
    if (isOpen && !title.current?.closest('[role=group]')?.contains(document.activeElement))
      title.current?.focus()
  }, [isOpen])
  return (
    <div
      role="group"
      id={id}
      aria-labelledby={titleId}
      hidden={!isOpen}
      ref={(sheet) => {
        if (sheet) revealBy(sheet, () => onReveal(true))
      }}
      className="ticket-pane flex min-h-0 flex-1 flex-col bg-canvas"
    >
      <div className="no-print flex flex-none items-center gap-1 border-b border-border py-1 ps-4 pe-2">
        <h3 id={titleId} ref={title} tabIndex={-1} className="min-w-0 flex-1 text-dialog">
          {i18n.t('Details')}
        </h3>
        {actions}
        <IconButton label={i18n.t('Close details')} onClick={onClose}>
          <X aria-hidden />
        </IconButton>
      </div>
      {children}
    </div>
  )
}
