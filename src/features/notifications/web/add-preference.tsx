import { i18n } from '#platform/contract/i18n.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useId, useState, type FormEvent } from 'react'
import { PersonPicker } from '#features/users/web/person-picker.tsx'
import { CallError } from '#platform/web/call.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Dialog, DialogContent } from '#platform/web/ui/overlay/dialog.tsx'
import { Field } from '#platform/web/ui/form/field.tsx'
import { Select } from '#platform/web/ui/form/select.tsx'
import { toFirstField } from '#platform/web/ui/form/to-first-field.ts'
import { toastFailure, toastSuccess } from '#platform/web/ui/overlay/toast-store.ts'
import { useWhileShown } from '#platform/web/ui/overlay/use-while-shown.ts'
import { frequencies, frequencyWords, notificationTypes, notificationWords } from '../contract.ts'
import { createPreference } from './api.ts'
import { messageIn } from '#platform/web/refusal.ts'

interface AddPreferenceProps {
  /** Preselected user. */
  chosenId: string | undefined
  onClose(): void
  onCreated(userId: string): void
}

export function AddPreference({ chosenId, onClose, onCreated }: AddPreferenceProps) {
  const creating = useMutation(createPreference(useQueryClient()))
  const done = useWhileShown((id: string) => {
    onCreated(id)
    onClose()
  })
  const switchId = useId()
  const [userId, setUserId] = useState(chosenId ?? '')
  const [notificationType, setType] = useState<(typeof notificationTypes)[number]>('ticket_updates')
  const [frequency, setFrequency] = useState<(typeof frequencies)[number]>('immediate')
  const [isEnabled, setEnabled] = useState(true)
  const [error, setError] = useState<{ field: 'user' | 'type'; message: string }>()

  async function create(event: FormEvent) {
    event.preventDefault()
    if (creating.isPending) return
    if (userId === '') return setError({ field: 'user', message: i18n.t('User is required') })
    try {
      await creating.mutateAsync({ userId, notificationType, frequency, isEnabled })
      toastSuccess(i18n.t('Email preference created successfully.'))
      done(userId)
    } catch (failure) {
      const message = messageIn(failure) ?? i18n.t('Failed to create email preference.')
      if (failure instanceof CallError && failure.status === 409) setError({ field: 'type', message })
      toastFailure(message)
    }
  }
  return (
    <Dialog open onOpenChange={onClose}>
      <DialogContent
        title={i18n.t('Add Preference')}
        size="small"
        aria-describedby={undefined}
        onOpenAutoFocus={toFirstField}
      >
        <form noValidate className="flex flex-col gap-4" onSubmit={(event) => void create(event)}>
          <Field label={i18n.t('User')} error={error?.field === 'user' ? error.message : undefined}>
            <PersonPicker
              isEverybody
              withRole
              value={userId}
              onValueChange={(id) => {
                setUserId(id)
                setError(undefined)
              }}
            />
          </Field>
          <Field
            label={i18n.t('Notification Type')}
            error={error?.field === 'type' ? error.message : undefined}
          >
            <Select
              value={notificationType}
              onChange={({ target }) => {
                setType(notificationTypes.find((one) => one === target.value) ?? notificationType)
                setError(undefined)
              }}
            >
              {notificationTypes.map((one) => (
                <option key={one} value={one}>
                  {notificationWords[one]}
                </option>
              ))}
            </Select>
          </Field>
          <Field label={i18n.t('Frequency')}>
            <Select
              value={frequency}
              onChange={({ target }) =>
                setFrequency(frequencies.find((one) => one === target.value) ?? frequency)
              }
            >
              {frequencies.map((one) => (
                <option key={one} value={one}>
                  {frequencyWords[one]}
                </option>
              ))}
            </Select>
          </Field>
          <div className="flex items-center justify-between gap-4">
            <label htmlFor={switchId} className="font-medium">
              {i18n.t('Enabled')}
            </label>
            <input
              id={switchId}
              type="checkbox"
              role="switch"
              className="switch"
              checked={isEnabled}
              aria-checked={isEnabled}
              onChange={({ target }) => setEnabled(target.checked)}
            />
          </div>
          <div className="form-foot">
            <Button onClick={onClose}>{i18n.t('Cancel')}</Button>
            <Button
              type="submit"
              variant="primary"
              busy={creating.isPending}
              busyLabel={i18n.t('Creating...')}
            >
              {i18n.t('Create Preference')}
            </Button>
          </div>
        </form>
      </DialogContent>
    </Dialog>
  )
}
