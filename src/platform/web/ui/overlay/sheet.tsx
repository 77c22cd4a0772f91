import { i18n } from '#platform/contract/i18n.ts'
import { X } from 'lucide-react'
import { Dialog as Radix } from 'radix-ui'
import type { ComponentProps, ReactNode } from 'react'
import './radix.ts'
import { cn } from '../../cn.ts'
import { useReturnFocus } from './use-return-focus.ts'

export const Sheet = Radix.Root
export const SheetTrigger = Radix.Trigger
export const SheetClose = Radix.Close

type SheetContentProps = Omit<ComponentProps<typeof Radix.Content>, 'title'> & {
  title: ReactNode
  /** Title for screen readers only and no head: the content draws its own. */
  bare?: boolean
  /** bottom for choices on a phone, start for navigation. */
  side?: 'bottom' | 'start' | 'end'
  footer?: ReactNode
}

export function SheetContent({
  title,
  bare = false,
  side = 'bottom',
  footer,
  className,
  children,
  ...rest
}: SheetContentProps) {
  const returnFocus = useReturnFocus()
  return (
    <Radix.Portal>
      <Radix.Overlay className="backdrop" />
      <Radix.Content
        className={cn('sheet', className)}
        data-side={side}
        aria-describedby={undefined}
        {...returnFocus}
        {...rest}
      >
        {bare ? (
          <>
            <Radix.Title className="sr-only">{title}</Radix.Title>
            {children}
          </>
        ) : (
          <>
            <header className="dialog-head">
              <Radix.Title className="min-w-0 flex-1 text-dialog">{title}</Radix.Title>
              <Radix.Close className="btn btn-ghost btn-icon -my-1 -me-1.5" aria-label={i18n.t('Close')}>
                <X aria-hidden />
              </Radix.Close>
            </header>
            <div className="dialog-body">{children}</div>
          </>
        )}
        {footer && <footer className="dialog-foot">{footer}</footer>}
      </Radix.Content>
    </Radix.Portal>
  )
}
