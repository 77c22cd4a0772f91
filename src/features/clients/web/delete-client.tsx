import { i18n } from '#platform/contract/i18n.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { CallError } from '#platform/web/call.ts'
import { AlertDialog } from '#platform/web/ui/overlay/alert-dialog.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { Dialog, DialogContent } from '#platform/web/ui/overlay/dialog.tsx'
import { toastFailure, toastSuccess } from '#platform/web/ui/overlay/toast-store.ts'
import { useWhileShown } from '#platform/web/ui/overlay/use-while-shown.ts'
import type { Client } from '../contract.ts'
import { changeClient, deleteClient } from './api.ts'

interface DeleteClientProps {
  client: Client
  onClose(): void
  onDeleted(): void
}

/** Confirms a deletion; a company with tickets can be made inactive instead. */
export function DeleteClient({ client, onClose, onDeleted }: DeleteClientProps) {
  const queryClient = useQueryClient()
  const deleting = useMutation(deleteClient(queryClient))
  const [refusal, setRefusal] = useState<string>()
  const close = useWhileShown(onClose)

  async function remove() {
    try {
      await deleting.mutateAsync(client.id)
      toastSuccess(i18n.t('Client deleted successfully'))
      onDeleted()
      close()
    } catch (error) {
      toastFailure(i18n.t('Failed to delete client'))
      if (error instanceof CallError && error.status === 409)
        setRefusal(error.serverMessage ?? i18n.t('This client cannot be deleted.'))
      else close()
    }
  }
  if (refusal !== undefined) return <Refused client={client} refusal={refusal} onClose={onClose} />
  return (
    <AlertDialog
      open
      onOpenChange={onClose}
      title={i18n.t('Delete {name}', { name: client.name })}
      description={i18n.t(
        'Are you sure you want to delete this client? This will also delete all associated products and user assignments.',
      )}
      confirmLabel={i18n.t('Delete')}
      busy={deleting.isPending}
      busyLabel={i18n.t('Deleting...')}
      onConfirm={() => void remove()}
    />
  )
}

function Refused({ client, refusal, onClose }: { client: Client; refusal: string; onClose(): void }) {
  const changing = useMutation(changeClient(useQueryClient()))
  const close = useWhileShown(onClose)
  async function makeInactive() {
    try {
      await changing.mutateAsync({ id: client.id, change: { isActive: false } })
      toastSuccess(i18n.t('{name} is now inactive.', { name: client.name }))
      close()
    } catch {
      toastFailure(i18n.t('Failed to update client'))
    }
  }
  return (
    <Dialog open onOpenChange={onClose}>
      <DialogContent
        title={i18n.t('{name} was not deleted', { name: client.name })}
        description={refusal}
        size="small"
        bare
      >
        <footer className="dialog-foot">
          <Button onClick={onClose}>{i18n.t('Close')}</Button>
          {client.isActive && (
            <Button
              variant="primary"
              busy={changing.isPending}
              busyLabel={i18n.t('Saving...')}
              onClick={() => void makeInactive()}
            >
              {i18n.t('Make inactive')}
            </Button>
          )}
        </footer>
      </DialogContent>
    </Dialog>
  )
}
