import { i18n } from '#platform/contract/i18n.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState, type ComponentType } from 'react'
import { changedValues, keysOf } from '#platform/contract/records.ts'
import { Dialog, DialogContent } from '#platform/web/ui/overlay/dialog.tsx'
import { toastSuccess } from '#platform/web/ui/overlay/toast-store.ts'
import { useWhileShown } from '#platform/web/ui/overlay/use-while-shown.ts'
import { toFirstField } from '#platform/web/ui/form/to-first-field.ts'
import { useOverlapCheck } from '#platform/web/ui/form/use-overlap-check.ts'
import type { NewProduct, Product } from '../contract.ts'
import { changeProduct, createProduct, productList } from './api.ts'
import { ProductForm, valuesOf, type ClientPickerProps } from './product-form.tsx'

interface ProductDialogProps {
  product?: Product
  /** Picker of the client of a new product. */
  clientPicker: ComponentType<ClientPickerProps>
  onClose(): void
  onSaved(id: string): void
}

export function ProductDialog({ product, clientPicker, onClose, onSaved }: ProductDialogProps) {
  const queryClient = useQueryClient()
  const creating = useMutation(createProduct(queryClient))
  const changing = useMutation(changeProduct(queryClient))
  const [before] = useState(() => valuesOf(product))
  const checkOverlap = useOverlapCheck<object>(before)
  const done = useWhileShown((id: string) => {
    onSaved(id)
    onClose()
  })

  async function create(values: NewProduct) {
    const { id } = await creating.mutateAsync(values)
    toastSuccess(i18n.t('Product created successfully with user assignments.'))
    done(id)
  }

  async function change({ id, name }: Product, values: NewProduct) {
    const { userAssignments: _, ...changed } = changedValues(before, values)
    const products = await queryClient.fetchQuery({ ...productList(), staleTime: 0 })
    const stored = products.find((one) => one.id === id)
    if (stored) checkOverlap(valuesOf(stored), values)
    // An unchanged form still calls the server, which may refuse.
    await changing.mutateAsync({ id, change: keysOf(changed).length > 0 ? changed : { name } })
    toastSuccess(i18n.t('Product updated successfully.'))
    done(id)
  }

  return (
    <Dialog open onOpenChange={onClose}>
      <DialogContent
        title={product ? i18n.t('Edit Product') : i18n.t('Create Product')}
        aria-describedby={undefined}
        onOpenAutoFocus={toFirstField}
      >
        {product ? (
          <ProductForm
            product={product}
            submitLabel={i18n.t('Save Changes')}
            failure={i18n.t('Failed to update product.')}
            onSubmit={(values) => change(product, values)}
            onCancel={onClose}
          />
        ) : (
          <ProductForm
            hasTeam
            clientPicker={clientPicker}
            submitLabel={i18n.t('Create Product')}
            failure={i18n.t('Failed to create product.')}
            saysWhy
            onSubmit={create}
            onCancel={onClose}
          />
        )}
      </DialogContent>
    </Dialog>
  )
}
