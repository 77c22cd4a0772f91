import { i18n } from '#platform/contract/i18n.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { messageIn } from '#platform/web/refusal.ts'
import { AlertDialog } from '#platform/web/ui/overlay/alert-dialog.tsx'
import { toastFailure, toastSuccess } from '#platform/web/ui/overlay/toast-store.ts'
import type { Product } from '../contract.ts'
import { deleteProduct } from './api.ts'

export function DeleteProduct({ product: { id, name }, onClose }: { product: Product; onClose(): void }) {
  const deleting = useMutation(deleteProduct(useQueryClient()))
  async function remove() {
    try {
      await deleting.mutateAsync(id)
      toastSuccess(i18n.t('Product deleted successfully.'))
    } catch (error) {
      const said = messageIn(error)
      toastFailure(said ?? i18n.t('Failed to delete product.'))
    }
    onClose()
  }
  return (
    <AlertDialog
      open
      onOpenChange={onClose}
      title={i18n.t('Delete {name}', { name })}
      description={i18n.t('The product and its team are deleted. Its tickets stay and keep its name.')}
      confirmLabel={i18n.t('Delete')}
      busy={deleting.isPending}
      busyLabel={i18n.t('Deleting...')}
      onConfirm={() => void remove()}
    />
  )
}
