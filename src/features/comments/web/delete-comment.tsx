import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Trash2 } from 'lucide-react'
import { useState } from 'react'
import { nameOf } from '#features/users/web/person-name.ts'
import { i18n } from '#platform/contract/i18n.ts'
import { CallError } from '#platform/web/call.ts'
import { IconButton } from '#platform/web/ui/icon-button.tsx'
import { AlertDialog } from '#platform/web/ui/overlay/alert-dialog.tsx'
import { toastFailure, toastSuccess } from '#platform/web/ui/overlay/toast-store.ts'
import type { Comment } from '../contract.ts'
import { deleteComment } from './api.ts'

export function DeleteComment({ ticketId, comment }: { ticketId: string; comment: Comment }) {
  const [isAsking, setAsking] = useState(false)
  const deleting = useMutation(deleteComment(useQueryClient(), ticketId))
  const name = nameOf(comment.user)
  async function remove() {
    try {
      await deleting.mutateAsync(comment.id)
      toastSuccess(i18n.t('Comment deleted.'))
    } catch (error) {
      const said = error instanceof CallError ? error.serverMessage : undefined
      toastFailure(said ?? i18n.t('Failed to delete the comment.'))
    }
    setAsking(false)
  }
  return (
    <>
      <IconButton
        size="small"
        className="no-print"
        label={i18n.t('Delete the comment by {name}', { name })}
        onClick={() => setAsking(true)}
      >
        <Trash2 aria-hidden />
      </IconButton>
      <AlertDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={i18n.t('Delete comment')}
        description={i18n.t('The comment by {name} and its files are deleted for everyone.', { name })}
        confirmLabel={i18n.t('Delete')}
        busy={deleting.isPending}
        busyLabel={i18n.t('Deleting...')}
        onConfirm={() => void remove()}
      />
    </>
  )
}
