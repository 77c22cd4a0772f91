import { i18n } from '#platform/contract/i18n.ts'
import { useState, type FormEvent } from 'react'
import { authApi } from '#features/auth/contract.ts'
import { PasswordField } from '#features/auth/web/credentials.tsx'
import { useViewer } from '#features/auth/web/session.tsx'
import { passwordWords, useFormErrors } from '#features/auth/web/use-form-errors.ts'
import { call } from '#platform/web/call.ts'
import { refusalIn } from '#platform/web/refusal.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Dialog, DialogContent } from '#platform/web/ui/overlay/dialog.tsx'
import { useWhileShown } from '#platform/web/ui/overlay/use-while-shown.ts'
import { toFirstField } from '#platform/web/ui/form/to-first-field.ts'

interface PasswordAgainDialogProps {
  onShown(): void
  onClose(): void
}

export function PasswordAgainDialog({ onShown, onClose }: PasswordAgainDialogProps) {
  const { email } = useViewer()
  const [password, setPassword] = useState('')
  const [isSending, setSending] = useState(false)
  const shown = useWhileShown(onShown)
  const { errors, setErrors, handlers } = useFormErrors({ password: passwordWords })

  async function show(event: FormEvent) {
    event.preventDefault()
    if (isSending) return
    setSending(true)
    try {
      await call(authApi.showPassword, { body: { password } })
      shown()
    } catch (error) {
      setErrors({
        password: refusalIn(error) ?? i18n.t('The server did not respond. Try again in a moment.'),
      })
      setSending(false)
    }
  }
  return (
    <Dialog open onOpenChange={onClose}>
      <DialogContent
        size="small"
        title={i18n.t('Enter your password')}
        description={i18n.t('You signed in a while ago. Your entries are kept.')}
        onOpenAutoFocus={toFirstField}
      >
        <form className="flex flex-col gap-4" onSubmit={(event) => void show(event)} {...handlers}>
          <PasswordField value={password} onChange={setPassword} error={errors['password']} />
          {/* For password managers. */}
          <input type="email" name="email" autoComplete="username" value={email} readOnly hidden />
          <div className="form-foot">
            <Button onClick={onClose}>{i18n.t('Cancel')}</Button>
            <Button type="submit" variant="primary" busy={isSending} busyLabel={i18n.t('Checking...')}>
              {i18n.t('Continue')}
            </Button>
          </div>
        </form>
      </DialogContent>
    </Dialog>
  )
}
