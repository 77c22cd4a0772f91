import { i18n } from '#platform/contract/i18n.ts'
import { X } from 'lucide-react'
import { Dialog as Radix } from 'radix-ui'
import { Suspense, useRef, useState, type ComponentProps, type ReactNode } from 'react'
import './radix.ts'
import { cn } from '../../cn.ts'
import { lazyPart } from '../../lazy-parts.ts'
import { OfflineRow } from '../offline-row.tsx'
import { useReturnFocus } from './use-return-focus.ts'

const DiscardQuestion = lazyPart(() => import('./discard-question.tsx'), 'DiscardQuestion')

export const Dialog = Radix.Root
export const DialogTrigger = Radix.Trigger

type DialogContentProps = Omit<ComponentProps<typeof Radix.Content>, 'title'> & {
  title: ReactNode
  description?: ReactNode
  /** small 425 px, medium 600 px, large 1180 px by 88 % of the height, viewport 95 % by 90 %. */
  size?: 'small' | 'medium' | 'large' | 'viewport'
  actions?: ReactNode
  /** Removes padding and scrolling, for content with its own panes. */
  bare?: boolean
}

export function DialogContent({
  title,
  description,
  size = 'medium',
  actions,
  bare = false,
  className,
  children,
  onOpenAutoFocus,
  onEscapeKeyDown,
  ...rest
}: DialogContentProps) {
  const returnFocus = useReturnFocus()
  const content = useRef<HTMLDivElement>(null)
  const closeButton = useRef<HTMLButtonElement>(null)
  const [isAsking, setAsking] = useState(false)
  const holds = (form: string) => content.current?.querySelector(form) != null
  return (
    <Radix.Portal>
      <Radix.Overlay className="backdrop" />
      <Radix.Content
        ref={content}
        className={cn('dialog', className)}
        data-size={size}
        onCloseAutoFocus={returnFocus.onCloseAutoFocus}
        onOpenAutoFocus={(event) => {
          returnFocus.onOpenAutoFocus()
          onOpenAutoFocus?.(event)
        }}
        onEscapeKeyDown={(event) => {
          onEscapeKeyDown?.(event)
          if (event.defaultPrevented || !holds('form[data-dirty=typed]')) return
          event.preventDefault()
          setAsking(true)
        }}
        // A click beside the dialog is more often a slip than a decision. A call that fails leaves what was typed.
        onInteractOutside={(event) => holds('form[data-dirty]') && event.preventDefault()}
        // React bubbles events by its own tree: a form inside would submit a form around the dialog, too.
        onSubmit={(event) => event.stopPropagation()}
        {...rest}
      >
        <OfflineRow />
        <header className="dialog-head">
          <div className="min-w-0 flex-1">
            <Radix.Title className="text-dialog">{title}</Radix.Title>
            {description && (
              <Radix.Description className="mt-0.5 text-muted">{description}</Radix.Description>
            )}
          </div>
          <div className="-my-1 -me-1.5 flex flex-none items-center gap-1">
            {actions}
            <Radix.Close ref={closeButton} className="btn btn-ghost btn-icon" aria-label={i18n.t('Close')}>
              <X aria-hidden />
            </Radix.Close>
          </div>
        </header>
        {bare ? children : <div className="dialog-body">{children}</div>}
        {isAsking && (
          <Suspense>
            <DiscardQuestion onKeep={() => setAsking(false)} onDiscard={() => closeButton.current?.click()} />
          </Suspense>
        )}
      </Radix.Content>
    </Radix.Portal>
  )
}
