import { i18n } from '#platform/contract/i18n.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useEffect, useRef, useState, type FormEvent, type ReactNode } from 'react'
import { staff, type CurrentUser } from '#features/users/contract.ts'
import { everybodyOf } from '#features/users/web/everybody-of.ts'
import { changedOr } from '#platform/contract/records.ts'
import { messageIn } from '#platform/web/refusal.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Field } from '#platform/web/ui/form/field.tsx'
import { Input } from '#platform/web/ui/form/input.tsx'
import { Checkbox } from '#platform/web/ui/form/checkbox.tsx'
import { Select } from '#platform/web/ui/form/select.tsx'
import { toastSuccess } from '#platform/web/ui/overlay/toast-store.ts'
import { viewLimits, type View } from '../contract.ts'
import { canShareViews } from '../policy.ts'
import { isForTeam } from './sharing-words.ts'
import { changeView, createView } from './api.ts'

type Values = Pick<View, 'name' | 'sharedWith'>

interface FormProps {
  viewer: CurrentUser
  onDone(): void
}

function byUrgency(query: string): string {
  const params = new URLSearchParams(query)
  params.set('sort', 'urgency')
  params.delete('order')
  return params.toString()
}

interface NewViewFormProps extends FormProps {
  query: string
  onSaved(query: string): void
}

export function NewViewForm({ query, onSaved, ...rest }: NewViewFormProps) {
  const saving = useMutation(createView(useQueryClient()))
  const isUrgent = new URLSearchParams(query).get('sort') === 'urgency'
  const [isByUrgency, setByUrgency] = useState(isUrgent)
  return (
    <ViewForm
      label={i18n.t('Save this view')}
      start={{ name: '', sharedWith: [] }}
      onSave={async (values) => {
        const saved = await saving.mutateAsync({ ...values, query: isByUrgency ? byUrgency(query) : query })
        toastSuccess(i18n.t('View “{name}” saved.', { name: values.name }))
        onSaved(saved.query)
      }}
      {...rest}
    >
      {!isUrgent && (
        <Checkbox checked={isByUrgency} onChange={({ target }) => setByUrgency(target.checked)}>
          {i18n.t('Sort by urgency')}
        </Checkbox>
      )}
    </ViewForm>
  )
}

export function EditViewForm({ view, ...rest }: FormProps & { view: View }) {
  const changing = useMutation(changeView(useQueryClient()))
  const [begun] = useState({ name: view.name, sharedWith: view.sharedWith })
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
  /** More fields. */
  children?: ReactNode
}

function ViewForm({ viewer, label, start, onSave, onDone, children }: ViewFormProps) {
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
        <SharingField
          sharedWith={values.sharedWith}
          onChange={(sharedWith) => setValues({ ...values, sharedWith })}
        />
      )}
      {children}
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

interface SharingFieldProps {
  sharedWith: View['sharedWith']
  onChange(next: View['sharedWith']): void
}

function SharingField({ sharedWith, onChange }: SharingFieldProps) {
  const [isByRole, setByRole] = useState(sharedWith.length > 0 && !isForTeam(sharedWith))
  const shared = sharedWith.length > 0 ? 'team' : 'me'
  return (
    <>
      <Field label={i18n.t('Visible to')}>
        <Select
          value={isByRole ? 'roles' : shared}
          onChange={({ target: { value } }) => {
            setByRole(value === 'roles')
            onChange(value === 'me' ? [] : [...staff])
          }}
        >
          <option value="me">{i18n.t('Only me')}</option>
          <option value="team">{i18n.t('Everyone on the team')}</option>
          <option value="roles">{i18n.t('Chosen roles')}</option>
        </Select>
      </Field>
      {isByRole && (
        <fieldset className="flex flex-col gap-1">
          <legend className="sr-only">{i18n.t('Chosen roles')}</legend>
          {staff.map((role) => (
            <Checkbox
              key={role}
              checked={sharedWith.includes(role)}
              onChange={({ target: { checked } }) =>
                onChange(staff.filter((one) => (one === role ? checked : sharedWith.includes(one))))
              }
            >
              {everybodyOf[role]}
            </Checkbox>
          ))}
        </fieldset>
      )}
    </>
  )
}
