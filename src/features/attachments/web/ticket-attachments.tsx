import { i18n } from '#platform/contract/i18n.ts'
import { AttachButton } from '#features/uploads/web/file-picker.tsx'
import { UploadRows } from '#features/uploads/web/upload-rows.tsx'
import type { CurrentUser } from '#features/users/contract.ts'
import { ErrorNote } from '#platform/web/ui/error-note.tsx'
import type { Attachment } from '../contract.ts'
import { canRemoveAttachments } from '../policy.ts'
import { AttachmentList } from './attachment-list.tsx'
import type { TicketFiles } from './use-ticket-files.ts'

interface TicketAttachmentsProps {
  ticketId: string
  attachments: readonly Attachment[]
  viewer: CurrentUser
  files: TicketFiles
}

export function TicketAttachments({ ticketId, attachments, viewer, files }: TicketAttachmentsProps) {
  const isEmpty = attachments.length === 0 && files.uploads.files.length === 0
  return (
    <section aria-labelledby={`files-of-${ticketId}`}>
      <div className="mb-1 flex items-center gap-2">
        <h3 id={`files-of-${ticketId}`} className="text-section">
          {i18n.t('Attachments')}
        </h3>
        {attachments.length > 0 && <span className="text-subtle tabular-nums">{attachments.length}</span>}
        <span className="no-print -my-1">
          <AttachButton
            uploads={files.uploads}
            label={i18n.t('Add attachments')}
            hint={isEmpty ? i18n.t('No attachments yet.') : undefined}
          />
        </span>
      </div>
      <AttachmentList
        ticketId={ticketId}
        attachments={attachments}
        mayRemove={canRemoveAttachments(viewer)}
      />
      <div className="no-print mt-2 flex max-w-xl flex-col gap-1.5 empty:hidden">
        {files.failure !== undefined && (
          <ErrorNote onRetry={files.attachAgain} busy={files.isAdding}>
            {files.failure}
          </ErrorNote>
        )}
        <UploadRows uploads={files.uploads} />
      </div>
    </section>
  )
}
