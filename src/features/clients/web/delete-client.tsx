import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { CallError } from '#platform/web/call.ts'
import { AlertDialog } from '#platform/web/ui/overlay/alert-dialog.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { Dialog, DialogContent } from '#platform/web/ui/overlay/dialog.tsx'
import { toastFailure, toastSuccess } from '#platform/web/ui/overlay/toast-store.ts'
import type { Client } from '../contract.ts'
import { changeClient, deleteClient } from './api.ts'

interface DeleteClientProps {
  client: Client
  onClose(): void
  onDeleted(): void
}

/** Asks before a company is deleted; one that has tickets can be made inactive instead. */
export function DeleteClient({ client, onClose, onDeleted }: DeleteClientProps) {
  const queryClient = useQueryClient()
  const deleting = useMutation(deleteClient(queryClient))
  const [refusal, setRefusal] = useState<string>()

  async function remove() {
    try {
      await deleting.mutateAsync(client.id)
      toastSuccess('Client deleted successfully')
      onDeleted()
      onClose()
    } catch (error) {
      toastFailure('Failed to delete client')
      if (error instanceof CallError && error.status === 409)
        setRefusal(error.serverMessage ?? 'This client cannot be deleted.')
      else onClose()
    }
  }
  if (refusal !== undefined) return <Refused client={client} refusal={refusal} onClose={onClose} />
  return (
    <AlertDialog
      open
      onOpenChange={onClose}
      title={`Delete ${client.name}`}
      description="Are you sure you want to delete this client? This will also delete all associated products and user assignments."
      confirmLabel="Delete"
      busy={deleting.isPending}
      busyLabel="Deleting..."
      onConfirm={() => void remove()}
    />
  )
}

function Refused({ client, refusal, onClose }: { client: Client; refusal: string; onClose(): void }) {
  const changing = useMutation(changeClient(useQueryClient()))
  async function makeInactive() {
    try {
      await changing.mutateAsync({ id: client.id, change: { isActive: false } })
      toastSuccess(`${client.name} is now inactive.`)
      onClose()
    } catch {
      toastFailure('Failed to update client')
    }
  }
  return (
    <Dialog open onOpenChange={onClose}>
      <DialogContent title={`${client.name} was not deleted`} description={refusal} size="small" bare>
        <footer className="dialog-foot">
          <Button onClick={onClose}>Close</Button>
          {client.isActive && (
            <Button
              variant="primary"
              busy={changing.isPending}
              busyLabel="Saving..."
              onClick={() => void makeInactive()}
            >
              Make inactive
            </Button>
          )}
        </footer>
      </DialogContent>
    </Dialog>
  )
}
