import { i18n } from '#platform/contract/i18n.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState, type FormEvent } from 'react'
import { staff, type CurrentUser } from '#features/users/contract.ts'
import { everybodyOf } from '#features/users/web/everybody-of.ts'
import { changedOr } from '#platform/contract/records.ts'
import { messageIn } from '#platform/web/refusal.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Field } from '#platform/web/ui/form/field.tsx'
import { Input } from '#platform/web/ui/form/input.tsx'
import { Select } from '#platform/web/ui/form/select.tsx'
import { toastSuccess } from '#platform/web/ui/overlay/toast-store.ts'
import { viewLimits, type View } from '../contract.ts'
import { canShareViews } from '../policy.ts'
import { changeView, createView } from './api.ts'

type Sharing = (typeof staff)[number] | null

interface Values {
  name: string
  sharedWith: Sharing
}

interface FormProps {
  viewer: CurrentUser
  onDone(): void
}

export function NewViewForm({ query, ...rest }: FormProps & { query: string }) {
  const saving = useMutation(createView(useQueryClient()))
  return (
    <ViewForm
      label={i18n.t('Save this view')}
      start={{ name: '', sharedWith: null }}
      onSave={async (values) => {
        await saving.mutateAsync({ ...values, query })
        toastSuccess(i18n.t('View “{name}” saved.', { name: values.name }))
      }}
      {...rest}
    />
  )
}

export function EditViewForm({ view, ...rest }: FormProps & { view: View }) {
  const changing = useMutation(changeView(useQueryClient()))
  const [begun] = useState({
    name: view.name,
    sharedWith: view.sharedWith === 'client' ? null : view.sharedWith,
  })
  return (
    <ViewForm
      label={i18n.t('Rename or share {name}', { name: begun.name })}
      start={begun}
      onSave={(values) =>
        changing.mutateAsync({ id: view.id, change: changedOr<Values>({ name: view.name }, begun, values) })
      }
      {...rest}
    />
  )
}

interface ViewFormProps extends FormProps {
  label: string
  start: Values
  onSave(values: Values): Promise<unknown>
}

function ViewForm({ viewer, label, start, onSave, onDone }: ViewFormProps) {
  const [values, setValues] = useState(start)
  const [fault, setFault] = useState<string>()
  const [isBusy, setBusy] = useState(false)
  const form = useRef<HTMLFormElement>(null)
  // Replaces the button that opened it.
  useEffect(() => form.current?.querySelector('input')?.select(), [])

  async function save(event: FormEvent) {
    event.preventDefault()
    const name = values.name.trim()
    if (!name) return setFault(i18n.t('Name is required'))
    setBusy(true)
    try {
      await onSave({ ...values, name })
      onDone()
    } catch (error) {
      setFault(messageIn(error) ?? i18n.t('The view could not be saved.'))
      setBusy(false)
    }
  }

  return (
    <form
      ref={form}
      aria-label={label}
      noValidate
      className="flex flex-col gap-2 p-2"
      onSubmit={(event) => void save(event)}
    >
      <Field label={i18n.t('Name')} error={fault}>
        <Input
          autoComplete="off"
          maxLength={viewLimits.name}
          value={values.name}
          onChange={(event) => {
            setFault(undefined)
            setValues({ ...values, name: event.target.value })
          }}
        />
      </Field>
      {canShareViews(viewer) && (
        <Field label={i18n.t('Visible to')}>
          <Select
            value={values.sharedWith ?? ''}
            onChange={(event) => {
              const sharedWith = staff.find((role) => role === event.target.value) ?? null
              setValues({ ...values, sharedWith })
            }}
          >
            <option value="">{i18n.t('Only me')}</option>
            {staff.map((role) => (
              <option key={role} value={role}>
                {everybodyOf[role]}
              </option>
            ))}
          </Select>
        </Field>
      )}
      <div className="flex justify-end gap-2 pt-1">
        <Button size="small" onClick={onDone}>
          {i18n.t('Cancel')}
        </Button>
        <Button size="small" type="submit" variant="primary" busy={isBusy} busyLabel={i18n.t('Saving...')}>
          {i18n.t('Save')}
        </Button>
      </div>
    </form>
  )
}
