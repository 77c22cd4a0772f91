import { i18n } from '#platform/contract/i18n.ts'
import { useState, type FormEvent } from 'react'
import { refusalIn } from '#platform/web/refusal.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Dialog, DialogContent } from '#platform/web/ui/overlay/dialog.tsx'
import { Field } from '#platform/web/ui/form/field.tsx'
import { Select } from '#platform/web/ui/form/select.tsx'
import { toFirstField } from '#platform/web/ui/form/to-first-field.ts'
import { toastFailure, toastSuccess } from '#platform/web/ui/overlay/toast-store.ts'
import { useWhileShown } from '#platform/web/ui/overlay/use-while-shown.ts'
import { PersonPicker } from './person-picker.tsx'

interface AssignDialogProps<R extends string> {
  title: string
  description: string
  personLabel: string
  roleLabel: string
  of: 'staff' | 'clients'
  /** Ids of people already assigned. */
  except: readonly string[]
  /** The first is preselected. */
  roles: readonly R[]
  words: Record<R, string>
  success: string
  failure: string
  /** Rejects with the server's refusal. */
  onAssign(userId: string, role: R): Promise<unknown>
  onClose(): void
}

export function AssignDialog<R extends string>(props: AssignDialogProps<R>) {
  const { title, description, personLabel, roleLabel, of, except, roles, words } = props
  const [userId, setUserId] = useState('')
  const [role, setRole] = useState(roles[0])
  const [error, setError] = useState<string>()
  const [isAssigning, setAssigning] = useState(false)
  const close = useWhileShown(props.onClose)

  async function assign(event: FormEvent) {
    event.preventDefault()
    if (isAssigning || role === undefined) return
    if (userId === '') return setError(i18n.t('User is required'))
    setAssigning(true)
    try {
      await props.onAssign(userId, role)
      toastSuccess(props.success)
      close()
    } catch (failed) {
      setError(refusalIn(failed))
      toastFailure(props.failure)
      setAssigning(false)
    }
  }
  return (
    <Dialog open onOpenChange={props.onClose}>
      <DialogContent title={title} size="small" description={description} onOpenAutoFocus={toFirstField}>
        <form noValidate className="flex flex-col gap-4" onSubmit={(event) => void assign(event)}>
          <Field label={personLabel} error={error}>
            <PersonPicker
              of={of}
              except={except}
              value={userId}
              onValueChange={(id) => {
                setUserId(id)
                setError(undefined)
              }}
            />
          </Field>
          <Field label={roleLabel}>
            <Select
              value={role}
              onChange={(event) => setRole(roles.find((one) => one === event.target.value) ?? role)}
            >
              {roles.map((one) => (
                <option key={one} value={one}>
                  {words[one]}
                </option>
              ))}
            </Select>
          </Field>
          <div className="form-foot">
            <Button onClick={props.onClose}>{i18n.t('Cancel')}</Button>
            <Button type="submit" variant="primary" busy={isAssigning} busyLabel={i18n.t('Assigning...')}>
              {title}
            </Button>
          </div>
        </form>
      </DialogContent>
    </Dialog>
  )
}
