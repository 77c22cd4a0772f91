import { zodResolver } from '@hookform/resolvers/zod'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Controller, useForm, type UseFormRegisterReturn } from 'react-hook-form'
import type { z } from 'zod'
import { CallError } from '#platform/web/call.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Dialog, DialogContent } from '#platform/web/ui/dialog.tsx'
import { Field } from '#platform/web/ui/field.tsx'
import { Input } from '#platform/web/ui/input.tsx'
import { Select } from '#platform/web/ui/select.tsx'
import { Textarea } from '#platform/web/ui/textarea.tsx'
import { toastFailure, toastSuccess } from '#platform/web/ui/toast-store.ts'
import { toFirstField } from '#platform/web/ui/to-first-field.ts'
import { NewProduct, productStatuses, type Product } from '../contract.ts'
import { changeProduct, createProduct } from './api.ts'
import { productStatusWords } from './product-words.tsx'
import { TeamInput } from './team-input.tsx'
import { TechStackInput } from './tech-stack-input.tsx'

interface ProductDialogProps {
  /** Absent: a new product, with its team. */
  product?: Product
  onClose(): void
  onSaved(id: string): void
}

const valuesOf = (product: Product | undefined): z.input<typeof NewProduct> => ({
  name: product?.name ?? '',
  description: product?.description ?? '',
  version: product?.version ?? '',
  status: product?.status ?? 'active',
  techStack: product?.techStack ?? [],
  repositoryUrl: product?.repositoryUrl ?? '',
  documentation: product?.documentation ?? '',
  userAssignments: [],
})

/** The fields of a product, for creating and for editing one. */
export function ProductDialog({ product, onClose, onSaved }: ProductDialogProps) {
  const queryClient = useQueryClient()
  const creating = useMutation(createProduct(queryClient))
  const changing = useMutation(changeProduct(queryClient))
  const { register, control, handleSubmit, setError, formState } = useForm({
    resolver: zodResolver(NewProduct),
    defaultValues: valuesOf(product),
  })
  const { errors, isSubmitting } = formState

  async function save({ userAssignments, ...fields }: NewProduct) {
    const failure = product ? 'Failed to update product.' : 'Failed to create product.'
    try {
      const { id } = product
        ? await changing.mutateAsync({ id: product.id, change: fields })
        : await creating.mutateAsync({ ...fields, userAssignments })
      toastSuccess(
        product ? 'Product updated successfully.' : 'Product created successfully with user assignments.',
      )
      onSaved(id)
      onClose()
    } catch (error) {
      const said = error instanceof CallError ? error : undefined
      for (const { path, message } of said?.issues ?? [])
        if (path in fields) setError(path as keyof typeof fields, { message })
      toastFailure((!product && said?.serverMessage) || failure)
    }
  }

  type TextName = 'name' | 'version' | 'repositoryUrl'
  const textField = (label: string, field: UseFormRegisterReturn<TextName>, more = {}) => (
    <Field label={label} error={errors[field.name]?.message}>
      <Input {...field} autoComplete="off" {...more} />
    </Field>
  )
  return (
    <Dialog open onOpenChange={onClose}>
      <DialogContent
        title={product ? 'Edit Product' : 'Create Product'}
        aria-describedby={undefined}
        onOpenAutoFocus={toFirstField}
      >
        <form noValidate className="flex flex-col gap-4" onSubmit={(event) => void handleSubmit(save)(event)}>
          {textField('Name', register('name'))}
          <Field label="Description" error={errors.description?.message}>
            <Textarea {...register('description')} className="min-h-20!" />
          </Field>
          <div className="grid gap-4 sm:grid-cols-2">
            {textField('Version', register('version'), { placeholder: '1.0' })}
            <Field label="Status" error={errors.status?.message}>
              <Select {...register('status')}>
                {productStatuses.map((status) => (
                  <option key={status} value={status}>
                    {productStatusWords[status]}
                  </option>
                ))}
              </Select>
            </Field>
          </div>
          <Controller
            control={control}
            name="techStack"
            render={({ field }) => (
              <TechStackInput
                value={field.value ?? []}
                onChange={field.onChange}
                error={errors.techStack?.message}
              />
            )}
          />
          {textField('Repository URL', register('repositoryUrl'), {
            type: 'url',
            placeholder: 'https://',
            autoCapitalize: 'none',
          })}
          <Field label="Documentation" error={errors.documentation?.message}>
            <Textarea {...register('documentation')} className="min-h-20!" />
          </Field>
          {!product && (
            <Controller
              control={control}
              name="userAssignments"
              render={({ field }) => (
                <TeamInput
                  value={(field.value ?? []).map(({ userId, role = 'developer' }) => ({ userId, role }))}
                  onChange={field.onChange}
                />
              )}
            />
          )}
          <div className="flex justify-end gap-2">
            <Button onClick={onClose}>Cancel</Button>
            <Button type="submit" variant="primary" busy={isSubmitting} busyLabel="Saving...">
              {product ? 'Save Changes' : 'Create Product'}
            </Button>
          </div>
        </form>
      </DialogContent>
    </Dialog>
  )
}
