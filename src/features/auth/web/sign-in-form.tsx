import { i18n } from '#platform/contract/i18n.ts'
import { useRef, useState, type FormEvent } from 'react'
import type { CurrentUser } from '#features/users/contract.ts'
import { CallError } from '#platform/web/call.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { toast } from '#platform/web/ui/overlay/toast-store.ts'
import type { Login } from '../contract.ts'
import { signIn } from './api.ts'
import { EmailField, PasswordField } from './credentials.tsx'
import { emailWords, passwordWords, useFormErrors } from './use-form-errors.ts'

const refusal = () => i18n.t('Invalid email or password')

function reasonOf(error: unknown): string {
  if (!(error instanceof CallError)) return refusal()
  if (error.status === 0) return i18n.t('The server cannot be reached. Check the connection and try again.')
  if (error.status === 429)
    return error.serverMessage ?? i18n.t('Too many attempts. Wait a few minutes, then try again.')
  return error.status >= 500 ? i18n.t('The server did not respond. Try again in a moment.') : refusal()
}

/** Signs in; a toast tells of a failure. @returns the user, or the refusal */
export async function trySignIn(login: Login): Promise<{ user: CurrentUser } | { wrong: string }> {
  try {
    return { user: await signIn(login) }
  } catch (error) {
    const wrong = reasonOf(error)
    toast({ tone: 'destructive', title: i18n.t('Login Failed'), description: wrong })
    return { wrong }
  }
}

interface SignInFormProps {
  login: Login
  onChange(login: Login): void
  onSignedIn(user: CurrentUser): void
  /** Another way of signing in is under way. */
  isBusy?: boolean
}

export function SignInForm({ login, onChange, onSignedIn, isBusy = false }: SignInFormProps) {
  const form = useRef<HTMLFormElement>(null)
  const [isPending, setPending] = useState(false)
  const { errors, setErrors, handlers } = useFormErrors({ email: emailWords, password: passwordWords })
  const isLoading = isPending || isBusy

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (isLoading) return
    setPending(true)
    const result = await trySignIn(login)
    if ('user' in result) return onSignedIn(result.user)
    setPending(false)
    if (result.wrong === refusal())
      setErrors({ password: i18n.t('Check your email and password and try again.') })
    form.current?.querySelector<HTMLInputElement>('[name=password]')?.select()
  }

  return (
    <form ref={form} className="flex flex-col gap-4" onSubmit={(event) => void submit(event)} {...handlers}>
      <EmailField
        value={login.email}
        onChange={(email) => onChange({ ...login, email })}
        error={errors.email}
      />
      <PasswordField
        value={login.password}
        onChange={(password) => onChange({ ...login, password })}
        error={errors.password}
      />
      <Button type="submit" variant="primary" size="large" className="mt-1 w-full" disabled={isLoading}>
        {isLoading ? i18n.t('Loading...') : i18n.t('Sign In')}
      </Button>
    </form>
  )
}
