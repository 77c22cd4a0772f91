import { i18n } from '#platform/contract/i18n.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { messageIn } from '#platform/web/refusal.ts'
import { AlertDialog } from '#platform/web/ui/overlay/alert-dialog.tsx'
import { toastFailure, toastSuccess } from '#platform/web/ui/overlay/toast-store.ts'
import { useWhileShown } from '#platform/web/ui/overlay/use-while-shown.ts'
import type { DeletedThing } from '../contract.ts'
import { purgeThing } from './api.ts'

interface PurgeThingProps {
  thing: DeletedThing
  onClose(): void
}

export function PurgeThing({ thing: { id, name, hanging }, onClose }: PurgeThingProps) {
  const purging = useMutation(purgeThing(useQueryClient()))
  const close = useWhileShown(onClose)
  async function purge() {
    try {
      await purging.mutateAsync(id)
      toastSuccess(i18n.t('Deleted for good.'))
    } catch (error) {
      const said = messageIn(error)
      toastFailure(said ?? i18n.t('This could not be deleted.'))
    }
    close()
  }
  return (
    <AlertDialog
      open
      onOpenChange={onClose}
      title={i18n.t('Delete {name} for good', { name })}
      description={i18n.t(
        '{hanging, plural, =0 {It can never be restored again, and its files are removed.} one {It can never be restored again, nor can the one item that belongs to it. Their files are removed.} other {It can never be restored again, nor can the # items that belong to it. Their files are removed.}}',
        { hanging },
      )}
      confirmLabel={i18n.t('Delete for good')}
      busy={purging.isPending}
      busyLabel={i18n.t('Deleting...')}
      onConfirm={() => void purge()}
    />
  )
}
