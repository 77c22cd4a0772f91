import { i18n } from '#platform/contract/i18n.ts'
import { useState } from 'react'
import { SignInForm } from '#features/auth/web/sign-in-form.tsx'
import type { CurrentUser } from '#features/users/contract.ts'
import { Dialog, DialogContent } from '#platform/web/ui/overlay/dialog.tsx'

interface SignInAgainDialogProps {
  email: string
  onSignedIn(user: CurrentUser): void
  onClose(): void
}

export function SignInAgainDialog({ email, onSignedIn, onClose }: SignInAgainDialogProps) {
  const [login, setLogin] = useState({ email, password: '' })
  return (
    <Dialog open onOpenChange={onClose}>
      <DialogContent
        size="small"
        title={i18n.t('You are signed out')}
        description={i18n.t('Sign in again to continue. Your text is kept.')}
        onOpenAutoFocus={(event) => {
          event.preventDefault()
          if (event.target instanceof HTMLElement)
            event.target.querySelector<HTMLElement>('[name=password]')?.focus()
        }}
      >
        <SignInForm login={login} onChange={setLogin} onSignedIn={onSignedIn} />
      </DialogContent>
    </Dialog>
  )
}
