import { Dialog } from 'radix-ui'
import {
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  type ComponentProps,
  type ReactNode,
  type RefObject,
} from 'react'
import '#platform/web/ui/overlay/radix.ts'
import { OfflineRow } from '#platform/web/ui/offline-row.tsx'
import { rememberFocus } from '#platform/web/ui/overlay/return-focus.ts'
import '#features/conversation/web/detail/print.css'
import '#features/conversation/web/detail/short-window.css'
import { textBox } from './focus.ts'
import { shownFrame, type Frame } from './frame.ts'
import { HeadLoading, TicketHead } from './ticket-head.tsx'

interface TicketFrameProps extends Pick<
  ComponentProps<typeof TicketHead>,
  'summary' | 'tools' | 'steps' | 'more'
> {
  title: ReactNode
  /** The title is for screen readers only, and its place is held. */
  isLoading?: boolean
  size?: 'small' | 'large'
  frame?: Frame
  /** The list that an expanded ticket was opened from. */
  queue?: ReactNode
  /** Must contain its own Close. */
  footer?: ReactNode
  /** @returns true when Escape closed something within the ticket */
  onEscape?: () => boolean
  onClose(): void
  children: ReactNode
}

/** True when the head of the opening ticket is on the screen. */
const isHeadDrawn = () =>
  [...document.querySelectorAll('.ticket-dialog[aria-busy]')].some(
    (drawn) => Number(getComputedStyle(drawn).opacity) > 0,
  )

/** Puts the rest of the page out of reach, and keeps it from scrolling. */
function useCover(frame: Frame): void {
  useLayoutEffect(() => {
    shownFrame.set(frame)
    return () => shownFrame.set(undefined)
  }, [frame])
  useLayoutEffect(() => {
    const { body, documentElement: page } = document
    const barPx = window.innerWidth - page.clientWidth
    body.style.overflow = 'hidden'
    if (barPx > 0) body.style.paddingInlineEnd = `${barPx}px`
    return () => {
      body.style.overflow = ''
      body.style.paddingInlineEnd = ''
    }
  }, [])
}

/** Keeps the focus in the frame when its element is removed. */
function useKeptFocus(frame: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const element = frame.current
    if (!element) return undefined
    const watch = new MutationObserver((changes) => {
      const isLost = document.activeElement === document.body
      if (isLost && changes.some(({ removedNodes }) => removedNodes.length > 0)) element.focus()
    })
    watch.observe(element, { childList: true, subtree: true })
    return () => watch.disconnect()
  }, [frame])
}

/**
 * Frames a ticket. It stays mounted while the ticket loads, so that the focus stays on its title. The dialog's own
 * modality would mount everything anew at each change of the frame.
 */
export function TicketFrame(props: TicketFrameProps) {
  const { title, isLoading = false, summary, size = 'large', frame = 'box', queue, footer, onClose } = props
  const { tools, steps, more, onEscape, children } = props
  const heading = useRef<HTMLHeadingElement>(null)
  const content = useRef<HTMLDivElement>(null)
  const [returnFocus] = useState(rememberFocus)
  const [isDrawn] = useState(isHeadDrawn)
  useCover(frame)
  useKeptFocus(content)
  return (
    <Dialog.Root open modal={false} onOpenChange={onClose}>
      <Dialog.Portal>
        {frame === 'box' && <div className="backdrop" />}
        <Dialog.Content
          ref={content}
          className="dialog ticket-dialog"
          data-size={size}
          data-frame={frame}
          data-drawn={isDrawn || undefined}
          aria-modal={frame === 'box' || undefined}
          aria-describedby={undefined}
          onOpenAutoFocus={(event) => {
            event.preventDefault()
            heading.current?.focus()
          }}
          onFocusOutside={(event) => event.preventDefault()}
          onPointerDownOutside={(event) => {
            const { target, button } = event.detail.originalEvent
            const isBeside = target instanceof Element && target.matches('.backdrop')
            if (!isBeside || button !== 0) event.preventDefault()
          }}
          onEscapeKeyDown={(event) => {
            // The first press leaves the text box, the second closes the ticket.
            if (document.activeElement?.matches(textBox)) heading.current?.focus()
            else if (!onEscape?.()) return
            event.preventDefault()
          }}
          onCloseAutoFocus={(event) => {
            event.preventDefault()
            returnFocus()
          }}
        >
          {queue}
          <div className="ticket-column">
            <OfflineRow />
            <TicketHead
              heading={
                <Dialog.Title ref={heading} tabIndex={-1} className={isLoading ? 'sr-only' : 'text-dialog'}>
                  {title}
                </Dialog.Title>
              }
              summary={isLoading ? <HeadLoading /> : summary}
              tools={tools}
              steps={steps}
              more={more}
              onClose={footer ? undefined : onClose}
            />
            {children}
            {footer && <footer className="dialog-foot">{footer}</footer>}
          </div>
        </Dialog.Content>
      </Dialog.Portal>
    </Dialog.Root>
  )
}
