import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Download, Eye, Trash2 } from 'lucide-react'
import { Suspense, useState } from 'react'
import { talkTime } from '#features/tickets/web/parts/talk-time.ts'
import { FileIcon } from '#features/uploads/web/file-icon.tsx'
import { sizeWords } from '#features/uploads/web/size-words.ts'
import { nameOf } from '#features/users/web/person-name.ts'
import { i18n } from '#platform/contract/i18n.ts'
import { isOneOf } from '#platform/contract/narrowing.ts'
import { CallError } from '#platform/web/call.ts'
import { cn } from '#platform/web/cn.ts'
import { lazyPart } from '#platform/web/lazy-parts.ts'
import { RelativeTime } from '#platform/web/relative-time.tsx'
import { buttonClass } from '#platform/web/ui/button.tsx'
import { IconButton } from '#platform/web/ui/icon-button.tsx'
import { AlertDialog } from '#platform/web/ui/overlay/alert-dialog.tsx'
import { toastFailure, toastSuccess } from '#platform/web/ui/overlay/toast-store.ts'
import { Tooltip } from '#platform/web/ui/overlay/tooltip.tsx'
import { shownInline, type Attachment } from '../contract.ts'
import { fileAddress, removeAttachment } from './api.ts'
import { InlinePictures, isPicture } from './inline-pictures.tsx'
import type { Shown } from './attachment-preview.tsx'

const AttachmentPreview = lazyPart(() => import('./attachment-preview.tsx'), 'AttachmentPreview')

interface AttachmentListProps {
  ticketId: string
  attachments: readonly Attachment[]
  /** Files of the whole ticket, through which the viewer steps; absent: those of the list. */
  gallery?: readonly Attachment[]
  mayRemove: boolean
  /** Shows the name and its actions only, as in a comment or a chat message. */
  compact?: boolean
  onRemoved?(id: string): void
}

const isShown = ({ mimeType }: Attachment) => isOneOf(shownInline, mimeType)

const asShown = ({ id, fileName, fileSize, mimeType }: Attachment): Shown => ({
  id,
  name: fileName,
  size: sizeWords(fileSize),
  isPdf: mimeType === 'application/pdf',
  address: fileAddress(id),
  inlineAddress: fileAddress(id, { inline: true }),
})

export function AttachmentList({
  ticketId,
  attachments,
  gallery = attachments,
  mayRemove,
  compact = false,
  onRemoved,
}: AttachmentListProps) {
  const [shownId, setShownId] = useState<string>()
  const [leaving, setLeaving] = useState<Attachment>()
  const removing = useMutation(removeAttachment(useQueryClient(), ticketId))
  // A file that was just added may not be known to the whole ticket yet.
  const steps = gallery.some(({ id }) => id === shownId) ? gallery : attachments
  const shown = steps.filter(isShown).map(asShown)
  // A list of the whole ticket leaves pictures to the comments that have them.
  const pictures = attachments.filter((one) => isPicture(one) && (compact || one.commentId === null))

  async function remove({ id, fileName }: Attachment) {
    try {
      await removing.mutateAsync(id)
      toastSuccess(i18n.t('{fileName} has been removed.', { fileName }))
      onRemoved?.(id)
    } catch (error) {
      const said = error instanceof CallError ? error.serverMessage : undefined
      toastFailure(said ?? i18n.t('Failed to remove the attachment.'))
    }
    // Another dialog may be open by now.
    setLeaving((now) => (now?.id === id ? undefined : now))
  }

  if (attachments.length === 0) return null
  return (
    <>
      <InlinePictures pictures={pictures} onShow={setShownId} />
      <ul aria-label={i18n.t('Attachments')} className={cn('flex flex-col gap-1.5', compact && 'gap-1')}>
        {attachments.map((attachment) => (
          <Row
            key={attachment.id}
            attachment={attachment}
            compact={compact}
            onShow={isShown(attachment) ? () => setShownId(attachment.id) : undefined}
            onRemove={mayRemove ? () => setLeaving(attachment) : undefined}
          />
        ))}
      </ul>
      <Suspense>
        {shownId !== undefined && (
          <AttachmentPreview
            attachments={shown}
            id={shownId}
            onMove={setShownId}
            onClose={() => setShownId(undefined)}
          />
        )}
      </Suspense>
      <AlertDialog
        open={leaving !== undefined}
        onOpenChange={(isOpen) => isOpen || setLeaving(undefined)}
        title={i18n.t('Delete attachment')}
        description={i18n.t('{fileName} is deleted for everyone. This cannot be undone.', {
          fileName: leaving?.fileName ?? '',
        })}
        confirmLabel={i18n.t('Delete')}
        busy={removing.isPending && removing.variables === leaving?.id}
        busyLabel={i18n.t('Deleting...')}
        onConfirm={() => leaving && void remove(leaving)}
      />
    </>
  )
}

interface RowProps {
  attachment: Attachment
  compact: boolean
  onShow: (() => void) | undefined
  onRemove: (() => void) | undefined
}

function Row({ attachment, compact, onShow, onRemove }: RowProps) {
  const { id, fileName, fileSize, uploadedBy, createdAt } = attachment
  return (
    <li
      className={cn(
        'flex items-center gap-x-2 rounded-control border border-border bg-surface ps-2.5 pe-1',
        // A narrow bubble gives the name a line of its own.
        compact ? 'w-fit max-w-full flex-wrap py-0.5' : 'max-w-xl py-1',
      )}
    >
      <FileIcon name={fileName} />
      <div className={cn('flex-1', compact ? 'min-w-24' : 'min-w-0')}>
        {onShow ? (
          <button
            type="button"
            className="block min-h-6 max-w-full cursor-pointer truncate text-start hover:text-link hover:underline"
            title={fileName}
            onClick={onShow}
          >
            {fileName}
          </button>
        ) : (
          <p className="truncate" title={fileName}>
            {fileName}
          </p>
        )}
        {!compact && (
          <p className="text-meta font-normal text-muted">
            {sizeWords(fileSize)} · {nameOf(uploadedBy)} · <RelativeTime at={createdAt} label={talkTime} />
          </p>
        )}
      </div>
      {compact && (
        <span className="text-meta font-normal whitespace-nowrap text-muted">{sizeWords(fileSize)}</span>
      )}
      <span className="no-print ms-auto flex flex-none">
        {onShow && (
          <IconButton size="small" label={i18n.t('Preview {fileName}', { fileName })} onClick={onShow}>
            <Eye aria-hidden />
          </IconButton>
        )}
        <Tooltip content={i18n.t('Download {fileName}', { fileName })} isName>
          <a
            className={cn(buttonClass('ghost', 'small'), 'btn-icon')}
            aria-label={i18n.t('Download {fileName}', { fileName })}
            href={fileAddress(id)}
            download={fileName}
          >
            <Download aria-hidden />
          </a>
        </Tooltip>
        {onRemove && (
          <IconButton size="small" label={i18n.t('Delete {fileName}', { fileName })} onClick={onRemove}>
            <Trash2 aria-hidden />
          </IconButton>
        )}
      </span>
    </li>
  )
}
