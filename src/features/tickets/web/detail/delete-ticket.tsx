import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { AlertDialog } from '#platform/web/ui/overlay/alert-dialog.tsx'
import { HeadAction } from '#platform/web/ui/head-action.tsx'

interface DeleteTicketProps {
  number: string
  isDeleting: boolean
  /** Closes the question when it has failed. */
  onDelete(): Promise<void>
}

export function DeleteTicket({ number, isDeleting, onDelete }: DeleteTicketProps) {
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <HeadAction label="Delete Ticket" icon={Trash2} onClick={() => setAsking(true)} />
      <AlertDialog
        open={isAsking}
        onOpenChange={setAsking}
        title="Delete Ticket"
        description={`${number} is deleted with its comments and history. This cannot be undone.`}
        confirmLabel="Delete"
        busy={isDeleting}
        busyLabel="Deleting..."
        onConfirm={() => void onDelete().catch(() => setAsking(false))}
      />
    </>
  )
}
