import { i18n } from '#platform/contract/i18n.ts'
import { AlertDialog as Radix } from 'radix-ui'
import type { ReactNode } from 'react'
import './radix.ts'
import { Button } from '../button.tsx'
import { useReturnFocus } from './use-return-focus.ts'

interface AlertDialogProps {
  open: boolean
  onOpenChange: (open: boolean) => void
  title: ReactNode
  description: ReactNode
  cancelLabel?: string
  confirmLabel: string
  /** Runs the confirmed action. Its caller closes the dialog by `open`. */
  onConfirm: () => void
  busy?: boolean
  busyLabel?: string
  /** Called after the focus has returned. */
  onClosed?: () => void
}

/** Asks before an irreversible action. Opens with the focus on Cancel. */
export function AlertDialog(props: AlertDialogProps) {
  const { onOpenAutoFocus, onCloseAutoFocus } = useReturnFocus()
  function close(event: Event) {
    onCloseAutoFocus(event)
    props.onClosed?.()
  }
  return (
    <Radix.Root open={props.open} onOpenChange={props.onOpenChange}>
      <Radix.Portal>
        <Radix.Overlay className="backdrop" />
        <Radix.Content
          className="dialog"
          data-size="alert"
          style={{ maxWidth: 425 }}
          onOpenAutoFocus={onOpenAutoFocus}
          onCloseAutoFocus={close}
        >
          <div className="p-5 pb-4">
            <Radix.Title className="text-dialog">{props.title}</Radix.Title>
            <Radix.Description className="mt-1 text-muted">{props.description}</Radix.Description>
          </div>
          <footer className="dialog-foot border-t-0 pt-0">
            <Radix.Cancel asChild>
              <Button>{props.cancelLabel ?? i18n.t('Cancel')}</Button>
            </Radix.Cancel>
            <Button variant="danger" onClick={props.onConfirm} busy={props.busy} busyLabel={props.busyLabel}>
              {props.confirmLabel}
            </Button>
          </footer>
        </Radix.Content>
      </Radix.Portal>
    </Radix.Root>
  )
}
