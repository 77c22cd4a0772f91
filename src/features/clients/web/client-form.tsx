import { i18n } from '#platform/contract/i18n.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { UseFormRegisterReturn } from 'react-hook-form'
import { changedOr } from '#platform/contract/records.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Dialog, DialogContent } from '#platform/web/ui/overlay/dialog.tsx'
import { Field } from '#platform/web/ui/form/field.tsx'
import { Input } from '#platform/web/ui/form/input.tsx'
import { Textarea } from '#platform/web/ui/form/textarea.tsx'
import { toastFailure, toastSuccess } from '#platform/web/ui/overlay/toast-store.ts'
import { useWhileShown } from '#platform/web/ui/overlay/use-while-shown.ts'
import { toFirstField } from '#platform/web/ui/form/to-first-field.ts'
import { useOverlapCheck } from '#platform/web/ui/form/use-overlap-check.ts'
import { useServerForm } from '#platform/web/ui/form/use-server-form.ts'
import { NewClient, type Client } from '../contract.ts'
import { changeClient, createClient } from './api.ts'
import { clientList } from './client-list.ts'

type Values = Record<keyof NewClient, string>

const valuesOf = (client: Client | undefined): Values => ({
  name: client?.name ?? '',
  description: client?.description ?? '',
  contactEmail: client?.contactEmail ?? '',
  contactPhone: client?.contactPhone ?? '',
  address: client?.address ?? '',
  website: client?.website ?? '',
})

interface ClientDialogProps {
  /** Absent: a new company. */
  client?: Client
  onClose(): void
  onSaved(id: string): void
}

export function ClientDialog({ client, onClose, onSaved }: ClientDialogProps) {
  const queryClient = useQueryClient()
  const creating = useMutation(createClient(queryClient))
  const changing = useMutation(changeClient(queryClient))
  const [begun] = useState(() => valuesOf(client))
  const checkOverlap = useOverlapCheck<object>(begun)
  const done = useWhileShown((id: string) => {
    onSaved(id)
    onClose()
  })
  const { register, formState, props } = useServerForm(NewClient, {
    defaultValues: begun,
    send: save,
    refused: () =>
      toastFailure(client ? i18n.t('Failed to update client') : i18n.t('Failed to create client')),
  })
  const { errors, isSubmitting } = formState

  async function change({ id, name }: Client, values: NewClient) {
    const clients = await queryClient.fetchQuery({ ...clientList(), staleTime: 0 })
    const stored = clients.find((one) => one.id === id)
    if (stored) checkOverlap(valuesOf(stored), values)
    return changing.mutateAsync({ id, change: changedOr<NewClient>({ name }, begun, values) })
  }

  async function save(values: NewClient) {
    const { id } = client ? await change(client, values) : await creating.mutateAsync(values)
    toastSuccess(client ? i18n.t('Client updated successfully') : i18n.t('Client created successfully'))
    done(id)
  }

  const textField = (label: string, field: UseFormRegisterReturn<keyof Values>, more = {}) => (
    <Field label={label} error={errors[field.name]?.message}>
      <Input {...field} autoComplete="off" {...more} />
    </Field>
  )
  return (
    <Dialog open onOpenChange={onClose}>
      <DialogContent
        title={client ? i18n.t('Edit Client') : i18n.t('Add Client')}
        aria-describedby={undefined}
        onOpenAutoFocus={toFirstField}
      >
        <form className="flex flex-col gap-4" {...props}>
          {textField(i18n.t('Name'), register('name'))}
          <Field label={i18n.t('Description')} error={errors.description?.message}>
            <Textarea {...register('description')} className="min-h-20!" />
          </Field>
          <div className="grid gap-4 sm:grid-cols-2">
            {textField(i18n.t('Contact Email'), register('contactEmail'), {
              type: 'email',
              autoCapitalize: 'none',
            })}
            {textField(i18n.t('Contact Phone'), register('contactPhone'), { type: 'tel' })}
          </div>
          {textField(i18n.t('Address'), register('address'))}
          {textField(i18n.t('Website'), register('website'), {
            placeholder: 'example.com',
            autoCapitalize: 'none',
          })}
          <div className="form-foot">
            <Button onClick={onClose}>{i18n.t('Cancel')}</Button>
            <Button type="submit" variant="primary" busy={isSubmitting} busyLabel={i18n.t('Saving...')}>
              {client ? i18n.t('Save Changes') : i18n.t('Add Client')}
            </Button>
          </div>
        </form>
      </DialogContent>
    </Dialog>
  )
}
