import { Dialog, DialogContent } from '#platform/web/ui/overlay/dialog.tsx'
import type { CurrentUser } from '#features/users/contract.ts'
import { NewTicketForm } from './new-ticket-form.tsx'

interface NewTicketDialogProps {
  viewer: CurrentUser
  open: boolean
  onOpenChange(open: boolean): void
}

/** The create form for those who submit tickets for others: every field at its default. */
export function NewTicketDialog({ viewer, open, onOpenChange }: NewTicketDialogProps) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange}>
      <DialogContent title="Create Ticket" aria-describedby={undefined}>
        <NewTicketForm viewer={viewer} isForOwnCompany={false} onCreated={() => onOpenChange(false)} />
      </DialogContent>
    </Dialog>
  )
}
