import { i18n } from '#platform/contract/i18n.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useWatch } from 'react-hook-form'
import { z } from 'zod'
import { strengthWords } from '#features/auth/web/password-strength.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Field } from '#platform/web/ui/form/field.tsx'
import { Input } from '#platform/web/ui/form/input.tsx'
import { toastFailure, toastSuccess } from '#platform/web/ui/overlay/toast-store.ts'
import { useServerForm } from '#platform/web/ui/form/use-server-form.ts'
import { PasswordChange } from '../contract.ts'
import { changePassword } from './profile-api.ts'

const Written = PasswordChange.extend({ repeated: z.string() }).refine(
  ({ newPassword, repeated }) => newPassword === repeated,
  { path: ['repeated'], error: () => i18n.t('The passwords do not match') },
)
type Written = z.output<typeof Written>

const empty: Written = { currentPassword: '', newPassword: '', repeated: '' }

/** @param email for the browser, which keeps passwords by it */
export function PasswordForm({ email }: { email: string }) {
  const change = useMutation(changePassword(useQueryClient()))
  const { register, reset, control, formState, props } = useServerForm(Written, {
    defaultValues: empty,
    send: save,
    refused: (said) => toastFailure(said?.serverMessage ?? i18n.t('Failed to change the password')),
  })

  const newPassword = useWatch({ control, name: 'newPassword' })

  async function save({ repeated: _, ...passwords }: Written): Promise<void> {
    const { message } = await change.mutateAsync(passwords)
    reset(empty)
    toastSuccess(message)
  }
  const field = (name: keyof Written, label: string, autoComplete: string, hint?: string) => (
    <Field label={label} error={formState.errors[name]?.message} hint={hint}>
      <Input type="password" {...register(name)} autoComplete={autoComplete} />
    </Field>
  )
  return (
    <form className="flex flex-col gap-4" {...props}>
      <input type="email" name="username" autoComplete="username" value={email} readOnly hidden />
      {field('currentPassword', i18n.t('Current Password'), 'current-password')}
      <div className="grid gap-4 sm:grid-cols-2">
        {field('newPassword', i18n.t('New Password'), 'new-password', strengthWords(newPassword))}
        {field('repeated', i18n.t('Repeat New Password'), 'new-password')}
      </div>
      <div className="flex justify-end">
        <Button
          type="submit"
          busy={change.isPending}
          busyLabel={i18n.t('Changing...')}
          className="max-sm:w-full"
        >
          {i18n.t('Change Password')}
        </Button>
      </div>
    </form>
  )
}
