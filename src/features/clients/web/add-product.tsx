import { i18n } from '#platform/contract/i18n.ts'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import type { NewProduct } from '#features/products/contract.ts'
import { assignProduct, productList } from '#features/products/web/api.ts'
import { ProductForm } from '#features/products/web/product-form.tsx'
import { versionOf } from '#features/products/web/product-words.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { Combobox } from '#platform/web/ui/form/combobox.tsx'
import { Dialog, DialogContent } from '#platform/web/ui/overlay/dialog.tsx'
import { Field } from '#platform/web/ui/form/field.tsx'
import { toFirstField } from '#platform/web/ui/form/to-first-field.ts'
import { toastFailure, toastSuccess } from '#platform/web/ui/overlay/toast-store.ts'
import { useWhileShown } from '#platform/web/ui/overlay/use-while-shown.ts'
import type { Client } from '../contract.ts'
import { createClientProduct } from './api.ts'

interface AddProductProps {
  client: Client
  onClose(): void
}

const choices = () => [
  {
    isNew: false,
    label: i18n.t('Existing product'),
  },
  {
    isNew: true,
    label: i18n.t('New product'),
  },
]

/** Adds an unassigned product or a new one. */
export function AddProduct({ client, onClose }: AddProductProps) {
  const [isNew, setNew] = useState(false)
  // Keep both forms mounted, with their typed values.
  const [wasNew, setWasNew] = useState(false)
  function choose(wantsNew: boolean) {
    setNew(wantsNew)
    if (wantsNew) setWasNew(true)
  }
  return (
    <Dialog open onOpenChange={onClose}>
      <DialogContent
        title={i18n.t('Add Product')}
        size="small"
        description={
          isNew
            ? i18n.t('A new product for {name}. Choose its team in Product Management.', {
                name: client.name,
              })
            : i18n.t('Products without a client can be assigned to {name}.', { name: client.name })
        }
        onOpenAutoFocus={toFirstField}
      >
        <div className="flex flex-col gap-4">
          <fieldset>
            <legend className="sr-only">{i18n.t('Which product')}</legend>
            <div className="segmented w-full">
              {choices().map((choice) => (
                <label key={String(choice.isNew)} className="flex-1 text-center">
                  <input
                    type="radio"
                    name="isNew"
                    checked={choice.isNew === isNew}
                    onChange={() => choose(choice.isNew)}
                  />
                  {choice.label}
                </label>
              ))}
            </div>
          </fieldset>
          <div hidden={isNew}>
            <AssignProduct client={client} onClose={onClose} />
          </div>
          {wasNew && (
            <div hidden={!isNew}>
              <CreateProduct client={client} onClose={onClose} />
            </div>
          )}
        </div>
      </DialogContent>
    </Dialog>
  )
}

function AssignProduct({ client, onClose }: AddProductProps) {
  const products = useQuery(productList())
  const assigning = useMutation(assignProduct(useQueryClient()))
  const [productId, setProductId] = useState('')
  const close = useWhileShown(onClose)
  const free = (products.data ?? []).filter(({ clientId }) => clientId === null)
  // The chosen product may have been assigned since.
  const chosen = free.find(({ id }) => id === productId)

  async function assign(event: FormEvent) {
    event.preventDefault()
    if (!chosen || assigning.isPending) return
    try {
      await assigning.mutateAsync({ product: chosen, clientId: client.id })
      toastSuccess(i18n.t('Product assigned successfully'))
      close()
    } catch {
      toastFailure(i18n.t('Failed to assign product'))
    }
  }
  return (
    <form noValidate className="flex flex-col gap-4" onSubmit={(event) => void assign(event)}>
      <Field label={i18n.t('Product')}>
        <Combobox
          options={free.map((product) => ({
            value: product.id,
            label: `${product.name} v${versionOf(product)}`,
          }))}
          value={chosen?.id ?? ''}
          onValueChange={setProductId}
          emptyText={emptyText(products)}
          placeholder={i18n.t('Choose a product')}
        />
      </Field>
      <div className="form-foot">
        <Button onClick={onClose}>{i18n.t('Cancel')}</Button>
        <Button
          type="submit"
          variant="primary"
          disabled={!chosen}
          busy={assigning.isPending}
          busyLabel={i18n.t('Assigning...')}
        >
          {i18n.t('Assign Product')}
        </Button>
      </div>
    </form>
  )
}

function emptyText({ isPending, isError }: { isPending: boolean; isError: boolean }): string {
  if (isError) return i18n.t('The products could not be loaded')
  return isPending ? i18n.t('Loading products...') : i18n.t('No unassigned products')
}

function CreateProduct({ client, onClose }: AddProductProps) {
  const creating = useMutation(createClientProduct(useQueryClient()))
  const close = useWhileShown(onClose)
  async function create({ userAssignments: _, clientId: __, ...fields }: NewProduct) {
    await creating.mutateAsync({ id: client.id, ...fields })
    toastSuccess(i18n.t('Product created successfully'))
    close()
  }
  return (
    <ProductForm
      submitLabel={i18n.t('Create Product')}
      failure={i18n.t('Failed to create product')}
      onSubmit={create}
      onCancel={onClose}
    />
  )
}
