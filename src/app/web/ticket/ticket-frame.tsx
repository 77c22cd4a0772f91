import { Dialog } from 'radix-ui'
import { useRef, useState, type ReactNode } from 'react'
import '#platform/web/ui/overlay/radix.ts'
import { OfflineRow } from '#platform/web/ui/offline-row.tsx'
import { rememberFocus } from '#platform/web/ui/overlay/return-focus.ts'
import '#features/conversation/web/detail/print.css'
import '#features/conversation/web/detail/short-window.css'
import { HeadLoading, TicketHead } from './ticket-head.tsx'

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

/** True when the head of the opening ticket is on the screen. */
const isHeadDrawn = () =>
  [...document.querySelectorAll('.ticket-dialog[aria-busy]')].some(
    (drawn) => Number(getComputedStyle(drawn).opacity) > 0,
  )

/** Frames a ticket. It stays mounted while the ticket loads, so that the focus stays on its title. */
export function TicketFrame(props: TicketFrameProps) {
  const { title, isLoading = false, summary, actions, size = 'large', footer, onClose, children } = props
  const heading = useRef<HTMLHeadingElement>(null)
  const [returnFocus] = useState(rememberFocus)
  const [isDrawn] = useState(isHeadDrawn)
  return (
    <Dialog.Root open onOpenChange={onClose}>
      <Dialog.Portal>
        <Dialog.Overlay className="backdrop" />
        <Dialog.Content
          className="dialog ticket-dialog"
          data-size={size}
          data-drawn={isDrawn || undefined}
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
          <TicketHead
            heading={
              <Dialog.Title ref={heading} tabIndex={-1} className={isLoading ? 'sr-only' : 'text-dialog'}>
                {title}
              </Dialog.Title>
            }
            summary={isLoading ? <HeadLoading /> : summary}
            actions={actions}
            onClose={footer ? undefined : onClose}
          />
          {children}
          {footer && <footer className="dialog-foot">{footer}</footer>}
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
