import { i18n } from '#platform/contract/i18n.ts'
import { Dialog, DialogContent } from '#platform/web/ui/overlay/dialog.tsx'
import { toFirstField } from '#platform/web/ui/form/to-first-field.ts'
import type { CurrentUser } from '#features/users/contract.ts'
import type { TicketDetail } from '../../contract.ts'
import type { TicketFormParts } from './new-ticket-fields.tsx'
import { NewTicketForm } from './new-ticket-form.tsx'
import { OthersFields } from './others-fields.tsx'

interface NewTicketDialogProps extends Pick<TicketFormParts, 'Similar'> {
  viewer: CurrentUser
  open: boolean
  onOpenChange(open: boolean): void
  onOpenTicket(ticket: TicketDetail): void
}

export function NewTicketDialog({ viewer, open, onOpenChange, onOpenTicket, Similar }: NewTicketDialogProps) {
  return (
    <Dialog open={open} onOpenChange={onOpenChange}>
      <DialogContent
        title={i18n.t('Create Ticket')}
        aria-describedby={undefined}
        onOpenAutoFocus={toFirstField}
      >
        <NewTicketForm
          viewer={viewer}
          isForOwnCompany={false}
          onCreated={() => onOpenChange(false)}
          onOpenTicket={onOpenTicket}
          Others={OthersFields}
          Similar={Similar}
        />
      </DialogContent>
    </Dialog>
  )
}
