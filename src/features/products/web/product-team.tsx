import { useMutation, useQueryClient } from '@tanstack/react-query'
import { UserMinus, UsersRound } from 'lucide-react'
import { useState, type FormEvent } from 'react'
import { nameOf } from '#features/users/web/person-name.ts'
import { PersonPicker } from '#features/users/web/person-picker.tsx'
import { CallError } from '#platform/web/call.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Dialog, DialogContent } from '#platform/web/ui/dialog.tsx'
import { EmptyState } from '#platform/web/ui/empty-state.tsx'
import { Field } from '#platform/web/ui/field.tsx'
import { IconButton } from '#platform/web/ui/icon-button.tsx'
import { Select } from '#platform/web/ui/select.tsx'
import { toFirstField } from '#platform/web/ui/to-first-field.ts'
import { toastFailure, toastSuccess } from '#platform/web/ui/toast-store.ts'
import { productRoles, type Product, type TeamEntry } from '../contract.ts'
import { addMember, removeMember } from './api.ts'
import { teamWords } from './team-words.ts'

/** Who works on a product. */
export function ProductTeam({ product }: { product: Product }) {
  const { productUsers = [] } = product
  if (productUsers.length === 0)
    return <EmptyState icon={<UsersRound aria-hidden />} title="No team members assigned" />
  return (
    <ul className="divide-y divide-border rounded-card border border-border">
      {productUsers.map((entry) => (
        <Member key={entry.user.id} product={product} entry={entry} />
      ))}
    </ul>
  )
}

function Member({ product, entry: { user, role } }: { product: Product; entry: TeamEntry }) {
  const removing = useMutation(removeMember(useQueryClient()))
  async function remove() {
    try {
      await removing.mutateAsync({ id: product.id, userId: user.id })
      toastSuccess('User removed from product successfully.')
    } catch {
      toastFailure('Failed to remove user.')
    }
  }
  return (
    <li className="flex items-center gap-3 px-3 py-2">
      <div className="min-w-0 flex-1">
        <p className="font-medium wrap-anywhere">{nameOf(user)}</p>
        <p className="text-muted wrap-anywhere">{user.email}</p>
      </div>
      <span className="text-muted">{teamWords[role]}</span>
      <IconButton label={`Remove ${nameOf(user)}`} busy={removing.isPending} onClick={() => void remove()}>
        <UserMinus aria-hidden />
      </IconButton>
    </li>
  )
}

export function AssignMember({ product, onClose }: { product: Product; onClose(): void }) {
  const adding = useMutation(addMember(useQueryClient()))
  const [userId, setUserId] = useState('')
  const [role, setRole] = useState<TeamEntry['role']>('developer')
  const [error, setError] = useState<string>()

  async function assign(event: FormEvent) {
    event.preventDefault()
    if (adding.isPending) return
    if (userId === '') return setError('User is required')
    try {
      await adding.mutateAsync({ id: product.id, userId, role })
      toastSuccess('User assigned to product successfully.')
      onClose()
    } catch (failure) {
      if (failure instanceof CallError && failure.status < 500) setError(failure.serverMessage)
      toastFailure('Failed to assign user.')
    }
  }
  return (
    <Dialog open onOpenChange={onClose}>
      <DialogContent
        title="Assign User"
        size="small"
        description={product.name}
        onOpenAutoFocus={toFirstField}
      >
        <form noValidate className="flex flex-col gap-4" onSubmit={(event) => void assign(event)}>
          <Field label="User" error={error}>
            <PersonPicker
              of="staff"
              except={(product.productUsers ?? []).map(({ user }) => user.id)}
              value={userId}
              onValueChange={(id) => {
                setUserId(id)
                setError(undefined)
              }}
            />
          </Field>
          <Field label="Role">
            <Select
              value={role}
              onChange={(event) => {
                const chosen = productRoles.find((one) => one === event.target.value)
                if (chosen) setRole(chosen)
              }}
            >
              {productRoles.map((one) => (
                <option key={one} value={one}>
                  {teamWords[one]}
                </option>
              ))}
            </Select>
          </Field>
          <div className="flex justify-end gap-2">
            <Button onClick={onClose}>Cancel</Button>
            <Button type="submit" variant="primary" busy={adding.isPending} busyLabel="Assigning...">
              Assign User
            </Button>
          </div>
        </form>
      </DialogContent>
    </Dialog>
  )
}
