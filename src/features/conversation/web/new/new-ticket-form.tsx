import type { KeyboardEvent } from 'react'
import { FileDropZone } from '#features/uploads/web/file-drop-zone.tsx'
import { i18n } from '#platform/contract/i18n.ts'
import { DraftNote } from '#platform/web/drafts/draft-note.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { NewTicketFields, type TicketFormParts } from './new-ticket-fields.tsx'
import { useNewTicket, type NewTicketOptions } from './use-new-ticket.ts'

/** Submits by Enter from Subject alone: elsewhere it accepts a value. Ctrl+Enter submits anywhere. */
function submitByKey(event: KeyboardEvent<HTMLFormElement>): void {
  if (event.key !== 'Enter' || event.nativeEvent.isComposing || event.defaultPrevented) return
  const { target, currentTarget } = event
  if (event.ctrlKey || event.metaKey) {
    event.preventDefault()
    currentTarget.requestSubmit()
  } else if (target instanceof HTMLInputElement && target.type === 'text' && target.name !== 'subject')
    event.preventDefault()
}

export function NewTicketForm({ Others, Similar, ...options }: NewTicketOptions & TicketFormParts) {
  const written = useNewTicket(options)
  const props = { ...written.form.props, onKeyDown: submitByKey }
  return (
    <form className="@container flex flex-col gap-4 max-sm:[&_.input]:scroll-mb-20" {...props}>
      {written.isRestored && <DraftNote onDiscard={written.discardDraft} />}
      <FileDropZone uploads={written.uploads} invitation={i18n.t('Drop files to add them to the ticket')}>
        <NewTicketFields {...written} Others={Others} Similar={Similar} />
      </FileDropZone>
      <div className="flex justify-end gap-2 max-sm:sticky max-sm:bottom-0 max-sm:-mx-4 max-sm:-mb-4 max-sm:rounded-b-card max-sm:border-t max-sm:border-border max-sm:bg-surface max-sm:px-4 max-sm:py-3 in-[.dialog]:max-sm:-bottom-5 in-[.dialog]:max-sm:-mb-5 in-[.dialog]:max-sm:rounded-none in-[.dialog]:max-sm:bg-raised">
        <Button onClick={written.saveDraft} className="max-sm:flex-1">
          {i18n.t('Save Draft')}
        </Button>
        <Button
          type="submit"
          variant="primary"
          busy={written.isSubmitting}
          busyLabel={i18n.t('Submitting...')}
          className="max-sm:flex-1"
        >
          {i18n.t('Submit Ticket')}
        </Button>
      </div>
    </form>
  )
}
