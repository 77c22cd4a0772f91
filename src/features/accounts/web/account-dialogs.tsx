import { i18n } from '#platform/contract/i18n.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { User } from '#features/users/contract.ts'
import { nameOf } from '#features/users/web/person-name.ts'
import { messageIn } from '#platform/web/refusal.ts'
import { AlertDialog } from '#platform/web/ui/overlay/alert-dialog.tsx'
import { Button } from '#platform/web/ui/button.tsx'
import { Dialog, DialogContent } from '#platform/web/ui/overlay/dialog.tsx'
import { toastFailure, toastSuccess } from '#platform/web/ui/overlay/toast-store.ts'
import { useWhileShown } from '#platform/web/ui/overlay/use-while-shown.ts'
import { userList } from '#features/users/web/api.ts'
import { toFirstField } from '#platform/web/ui/form/to-first-field.ts'
import { useOverlapCheck } from '#platform/web/ui/form/use-overlap-check.ts'
import { AccountForm, changedFields, editedValuesOf, type AccountValues } from './account-form.tsx'
import { changeAccount, createAccount, setAccountActive } from './api.ts'
import { ConfirmAddress } from './confirm-address.tsx'
import { InviteAgain } from './invite-again.tsx'
import { SessionList } from './session-list.tsx'

interface DialogProps {
  onClose(): void
}

interface CreateDialogProps extends DialogProps {
  /** Company of the person, while its name stands in the form. */
  client?: { id: string; name: string }
}

export function CreateAccountDialog({ client, onClose }: CreateDialogProps) {
  const queryClient = useQueryClient()
  const creating = useMutation(createAccount(queryClient))
  const close = useWhileShown(onClose)
  async function create({ isInvited, password = '', ...values }: AccountValues) {
    const { invitationFailure } = await creating.mutateAsync(
      isInvited ? { ...values, invite: true } : { ...values, password },
    )
    if (invitationFailure === undefined) toastSuccess(i18n.t('User created successfully.'))
    else
      toastFailure(
        i18n.t('User created, but the invitation was not sent: {reason} Send it again from Edit User.', {
          reason: invitationFailure,
        }),
      )
    close()
  }
  return (
    <Dialog open onOpenChange={onClose}>
      <DialogContent
        title={i18n.t('Create User')}
        size="small"
        className="is-tall"
        aria-describedby={undefined}
        onOpenAutoFocus={toFirstField}
      >
        <AccountForm
          client={client}
          submitLabel={i18n.t('Create User')}
          busyLabel={i18n.t('Creating...')}
          failure={i18n.t('Failed to create user.')}
          onSubmit={create}
          onCancel={onClose}
        />
      </DialogContent>
    </Dialog>
  )
}

interface EditDialogProps extends DialogProps {
  user: User
  /** The user is the viewer, who cannot lock themselves out. */
  isOwn: boolean
  onErase(): void
}

export function EditAccountDialog({ user, isOwn, onErase, onClose }: EditDialogProps) {
  const queryClient = useQueryClient()
  const changing = useMutation(changeAccount(queryClient))
  const [begun] = useState(() => editedValuesOf(user))
  const checkOverlap = useOverlapCheck<object>(begun)
  const close = useWhileShown(onClose)
  async function save(values: AccountValues) {
    const change = changedFields(user, values)
    const [stored] = await queryClient.fetchQuery({ ...userList({ id: user.id }), staleTime: 0 })
    if (stored) checkOverlap(editedValuesOf(stored), values)
    if (Object.keys(change).length > 0) await changing.mutateAsync({ id: user.id, change })
    toastSuccess(i18n.t('User updated successfully.'))
    close()
  }
  return (
    <Dialog open onOpenChange={onClose}>
      <DialogContent
        title={i18n.t('Edit User')}
        size="small"
        className="is-tall"
        aria-describedby={undefined}
        onOpenAutoFocus={toFirstField}
      >
        <AccountForm
          user={user}
          submitLabel={i18n.t('Save Changes')}
          busyLabel={i18n.t('Saving...')}
          failure={i18n.t('Failed to update user.')}
          onSubmit={save}
          onCancel={onClose}
          more={
            <>
              {!user.isEmailConfirmed && <ConfirmAddress user={user} />}
              {!isOwn && (
                <>
                  <SessionsButton user={user} />
                  <ActiveButton user={user} onDone={close} />
                  {user.isInvited && user.isActive && <InviteAgain user={user} />}
                  <Button variant="ghost" className="text-red-fg" onClick={onErase}>
                    {i18n.t('Erase')}
                  </Button>
                </>
              )}
            </>
          }
        />
      </DialogContent>
    </Dialog>
  )
}

/** Lets a super user end the user's sessions, for example on a lost device. */
function SessionsButton({ user }: { user: User }) {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button variant="ghost" onClick={() => setOpen(true)}>
        {i18n.t('Sessions')}
      </Button>
      <Dialog open={isOpen} onOpenChange={setOpen}>
        <DialogContent title={i18n.t('Sessions')} description={nameOf(user)} size="small">
          <SessionList userId={user.id} />
        </DialogContent>
      </Dialog>
    </>
  )
}

/** Asks before deactivating, because no Undo restores the ended sessions and unassigned tickets. */
function ActiveButton({ user, onDone }: { user: User; onDone(): void }) {
  const [isAsking, setAsking] = useState(false)
  const setting = useMutation(setAccountActive(useQueryClient()))
  const isActive = user.isActive ?? true

  async function set() {
    try {
      await setting.mutateAsync({ id: user.id, isActive: !isActive })
      toastSuccess(
        isActive
          ? i18n.t('{name} can no longer sign in.', { name: nameOf(user) })
          : i18n.t('{name} can sign in again.', { name: nameOf(user) }),
      )
      onDone()
    } catch (error) {
      const said = messageIn(error)
      toastFailure(said ?? i18n.t('Failed to update user.'))
      setAsking(false)
    }
  }
  if (!isActive)
    return (
      <Button busy={setting.isPending} busyLabel={i18n.t('Reactivating...')} onClick={() => void set()}>
        {i18n.t('Reactivate')}
      </Button>
    )
  return (
    <>
      <Button variant="ghost" className="text-red-fg" onClick={() => setAsking(true)}>
        {i18n.t('Deactivate')}
      </Button>
      <AlertDialog
        open={isAsking}
        onOpenChange={setAsking}
        title={i18n.t('Deactivate {name}', { name: nameOf(user) })}
        description={i18n.t(
          'They are signed out everywhere at once and cannot sign in. Open tickets assigned to them become unassigned. What they wrote stays.',
        )}
        confirmLabel={i18n.t('Deactivate')}
        busy={setting.isPending}
        busyLabel={i18n.t('Deactivating...')}
        onConfirm={() => void set()}
      />
    </>
  )
}
