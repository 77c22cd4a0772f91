import { ArrowLeft, X } from 'lucide-react'
import { Dialog } from 'radix-ui'
import { useRef, useState, type ReactNode } from 'react'
import { i18n } from '#platform/contract/i18n.ts'
import '#platform/web/ui/overlay/radix.ts'
import { cn } from '#platform/web/cn.ts'
import { OfflineRow } from '#platform/web/ui/offline-row.tsx'
import { rememberFocus } from '#platform/web/ui/overlay/return-focus.ts'
import { Skeleton } from '#platform/web/ui/skeleton.tsx'
import '#features/conversation/web/detail/print.css'
import '#features/conversation/web/detail/short-window.css'

interface TicketFrameProps {
  title: ReactNode
  /** The title is for screen readers only, and its place is held. */
  isLoading?: boolean
  summary?: ReactNode
  actions?: ReactNode
  size?: 'small' | 'large'
  /** Must contain its own Close. */
  footer?: ReactNode
  onClose(): void
  children: ReactNode
}

const textBox = 'textarea, input:not([type=checkbox], [type=radio], [type=file])'

/** Frames a ticket. It stays mounted while the ticket loads, so that the focus stays on its title. */
export function TicketFrame(props: TicketFrameProps) {
  const { title, isLoading = false, summary, actions, size = 'large', footer, onClose, children } = props
  const heading = useRef<HTMLHeadingElement>(null)
  const [returnFocus] = useState(rememberFocus)
  return (
    <Dialog.Root open onOpenChange={onClose}>
      <Dialog.Portal>
        <Dialog.Overlay className="backdrop" />
        <Dialog.Content
          className="dialog ticket-dialog"
          data-size={size}
          aria-describedby={undefined}
          onOpenAutoFocus={(event) => {
            event.preventDefault()
            heading.current?.focus()
          }}
          onEscapeKeyDown={(event) => {
            // The first press leaves the text box, the second closes the ticket.
            if (!document.activeElement?.matches(textBox)) return
            event.preventDefault()
            heading.current?.focus()
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault()
            returnFocus()
          }}
        >
          <OfflineRow />
          <header
            className={cn(
              'dialog-head',
              !footer && 'max-sm:flex-wrap max-sm:gap-x-1 max-sm:gap-y-1 max-sm:pt-2',
            )}
          >
            <div className={cn('min-w-0 flex-1', !footer && 'max-sm:order-last max-sm:basis-full')}>
              <Dialog.Title ref={heading} tabIndex={-1} className={cn('text-dialog', isLoading && 'sr-only')}>
                {title}
              </Dialog.Title>
              {isLoading ? <HeadLoading /> : summary}
            </div>
            <div className="no-print -my-1 -me-1.5 flex flex-none items-center gap-1 max-sm:my-0 max-sm:ms-auto">
              {actions}
            </div>
            {!footer && (
              <Dialog.Close
                aria-label={i18n.t('Close')}
                className="no-print btn btn-ghost btn-icon -my-1 -me-1.5 max-sm:order-first max-sm:my-0 max-sm:-ms-3"
              >
                <ArrowLeft aria-hidden className="sm:hidden rtl:-scale-x-100" />
                <X aria-hidden className="max-sm:hidden" />
              </Dialog.Close>
            )}
          </header>
          {children}
          {footer && <footer className="dialog-foot">{footer}</footer>}
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}

const HeadLoading = () => (
  <div className="after-150ms flex h-12.5 flex-col gap-2.5 py-1">
    <Skeleton className="h-4.5 w-2/5" />
    <Skeleton className="h-4 w-1/4" />
  </div>
)
