import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { i18n } from '#platform/contract/i18n.ts'
import { HeadAction } from '#platform/web/ui/head-action.tsx'
import { AlertDialog } from '#platform/web/ui/overlay/alert-dialog.tsx'

interface DeleteTicketProps {
  number: string
  isDeleting: boolean
  /** Rejects on failure, which closes the dialog. */
  onDelete(): Promise<void>
}

export function DeleteTicket({ number, isDeleting, onDelete }: DeleteTicketProps) {
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <HeadAction label={i18n.t('Delete Ticket')} icon={Trash2} onClick={() => setAsking(true)} />
      <AlertDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={i18n.t('Delete Ticket')}
        description={i18n.t(
          '{number} is deleted with its comments and history. It can be restored for 30 days.',
          {
            number,
          },
        )}
        confirmLabel={i18n.t('Delete')}
        busy={isDeleting}
        busyLabel={i18n.t('Deleting...')}
        onConfirm={() => void onDelete().catch(() => setAsking(false))}
      />
    </>
  )
}
