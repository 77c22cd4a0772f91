import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import { PersonPicker } from '#features/users/web/person-picker.tsx'
import { CallError } from '#platform/web/call.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Dialog, DialogContent } from '#platform/web/ui/dialog.tsx'
import { Field } from '#platform/web/ui/field.tsx'
import { Select } from '#platform/web/ui/select.tsx'
import { toFirstField } from '#platform/web/ui/to-first-field.ts'
import { toastFailure, toastSuccess } from '#platform/web/ui/toast-store.ts'
import { agentRoles, clientUserRoles, type Client } from '../contract.ts'
import { assignToClient } from './api.ts'
import { assignmentWords } from './client-words.ts'

interface AssignPersonProps {
  client: Client
  /** Staff who look after the company, or its own people. */
  kind: 'agent' | 'user'
  onClose(): void
}

const kinds = {
  agent: { title: 'Assign Agent', roles: agentRoles, of: 'staff', label: 'Agent' },
  user: { title: 'Assign User', roles: clientUserRoles, of: 'clients', label: 'User' },
} as const

export function AssignPerson({ client, kind, onClose }: AssignPersonProps) {
  const { title, roles, of, label } = kinds[kind]
  const assigning = useMutation(assignToClient(useQueryClient()))
  const [userId, setUserId] = useState('')
  const [role, setRole] = useState<(typeof roles)[number]>(roles[0])
  const [error, setError] = useState<string>()

  async function assign(event: FormEvent) {
    event.preventDefault()
    if (assigning.isPending) return
    if (userId === '') return setError('User is required')
    try {
      await assigning.mutateAsync({ id: client.id, userId, role })
      toastSuccess(kind === 'agent' ? 'Agent assigned successfully' : 'User assigned successfully')
      onClose()
    } catch (failure) {
      if (failure instanceof CallError && failure.status < 500) setError(failure.serverMessage)
      toastFailure(kind === 'agent' ? 'Failed to assign agent' : 'Failed to assign user')
    }
  }
  return (
    <Dialog open onOpenChange={onClose}>
      <DialogContent title={title} size="small" description={client.name} onOpenAutoFocus={toFirstField}>
        <form noValidate className="flex flex-col gap-4" onSubmit={(event) => void assign(event)}>
          <Field label={label} error={error}>
            <PersonPicker
              of={of}
              except={client.clientUsers.map(({ user }) => user.id)}
              value={userId}
              onValueChange={(id) => {
                setUserId(id)
                setError(undefined)
              }}
            />
          </Field>
          <Field label="Assignment Role">
            <Select
              value={role}
              onChange={(event) => {
                const chosen = roles.find((one) => one === event.target.value)
                if (chosen) setRole(chosen)
              }}
            >
              {roles.map((one) => (
                <option key={one} value={one}>
                  {assignmentWords[one]}
                </option>
              ))}
            </Select>
          </Field>
          <div className="flex justify-end gap-2">
            <Button onClick={onClose}>Cancel</Button>
            <Button type="submit" variant="primary" busy={assigning.isPending} busyLabel="Assigning...">
              {title}
            </Button>
          </div>
        </form>
      </DialogContent>
    </Dialog>
  )
}
