import { i18n } from '#platform/contract/i18n.ts'
import type { ComponentType } from 'react'
import { Controller, type UseFormRegisterReturn } from 'react-hook-form'
import type { z } from 'zod'
import { Button } from '#platform/web/ui/button.tsx'
import { Field } from '#platform/web/ui/form/field.tsx'
import { Input } from '#platform/web/ui/form/input.tsx'
import { Select } from '#platform/web/ui/form/select.tsx'
import { Textarea } from '#platform/web/ui/form/textarea.tsx'
import { toastFailure } from '#platform/web/ui/overlay/toast-store.ts'
import { useServerForm } from '#platform/web/ui/form/use-server-form.ts'
import { NewProduct, productStatuses, type Product } from '../contract.ts'
import { productStatusWords } from './product-words.tsx'
import { TeamInput } from './team-input.tsx'
import { TechStackInput } from './tech-stack-input.tsx'

export interface ClientPickerProps {
  /** '' without a client. */
  value: string
  onChange(clientId: string): void
  error?: string | undefined
}

interface ProductFormProps {
  product?: Product | undefined
  hasTeam?: boolean
  /** Picker of the client; absent: the form does not change it. */
  clientPicker?: ComponentType<ClientPickerProps> | undefined
  submitLabel: string
  failure: string
  /** Prefers the server's message. */
  saysWhy?: boolean
  /** Rejects with the server's refusal. */
  onSubmit(values: NewProduct): Promise<void>
  onCancel(): void
}

export const valuesOf = (product: Product | undefined): z.input<typeof NewProduct> => ({
  name: product?.name ?? '',
  description: product?.description ?? '',
  version: product?.version ?? '',
  status: product?.status ?? 'active',
  techStack: product?.techStack ?? [],
  repositoryUrl: product?.repositoryUrl ?? '',
  documentation: product?.documentation ?? '',
  userAssignments: [],
})

export function ProductForm({
  product,
  hasTeam = false,
  clientPicker: ClientPicker,
  submitLabel,
  failure,
  saysWhy = false,
  onSubmit,
  onCancel,
}: ProductFormProps) {
  const { register, control, formState, props } = useServerForm(NewProduct, {
    defaultValues: valuesOf(product),
    send: onSubmit,
    refused: (said) => toastFailure((saysWhy && said?.serverMessage) || failure),
  })
  const { errors, isSubmitting } = formState

  type TextName = 'name' | 'version' | 'repositoryUrl'
  const textField = (label: string, field: UseFormRegisterReturn<TextName>, more = {}) => (
    <Field label={label} error={errors[field.name]?.message}>
      <Input {...field} autoComplete="off" {...more} />
    </Field>
  )
  return (
    <form className="flex flex-col gap-4" {...props}>
      {textField(i18n.t('Name'), register('name'))}
      <Field label={i18n.t('Description')} error={errors.description?.message}>
        <Textarea {...register('description')} className="min-h-20!" />
      </Field>
      <div className="grid gap-4 sm:grid-cols-2">
        {textField(i18n.t('Version'), register('version'), { placeholder: '1.0' })}
        <Field label={i18n.t('Status')} error={errors.status?.message}>
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
      {textField(i18n.t('Repository URL'), register('repositoryUrl'), {
        type: 'url',
        placeholder: 'https://',
        autoCapitalize: 'none',
      })}
      <Field label={i18n.t('Documentation')} error={errors.documentation?.message}>
        <Textarea {...register('documentation')} className="min-h-20!" />
      </Field>
      {ClientPicker && (
        <Controller
          control={control}
          name="clientId"
          render={({ field }) => (
            <ClientPicker
              value={field.value ?? ''}
              onChange={(id) => field.onChange(id || null)}
              error={errors.clientId?.message}
            />
          )}
        />
      )}
      {hasTeam && (
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
      <div className="form-foot">
        <Button onClick={onCancel}>{i18n.t('Cancel')}</Button>
        <Button type="submit" variant="primary" busy={isSubmitting} busyLabel={i18n.t('Saving...')}>
          {submitLabel}
        </Button>
      </div>
    </form>
  )
}
