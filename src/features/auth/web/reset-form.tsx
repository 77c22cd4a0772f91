import { i18n } from '#platform/contract/i18n.ts'
import { useRef, useState, type FormEvent } from 'react'
import { messageIn } from '#platform/web/refusal.ts'
import { issuesByField } from '#platform/web/issues.ts'
import { Button, buttonClass } from '#platform/web/ui/button.tsx'
import { toFirstFault } from '#platform/web/ui/form/to-first-fault.ts'
import { remember } from '#platform/web/storage.ts'
import { keepFromAddress } from '#platform/web/take-from-address.ts'
import { setPassword } from './api.ts'
import { PasswordField } from './credentials.tsx'
import { passwordWords, useFormErrors } from './use-form-errors.ts'

const key = 'signalbox.reset'

export function ResetForm() {
  const form = useRef<HTMLFormElement>(null)
  const [token] = useState(() => keepFromAddress('token', key) ?? '')
  const [password, setTyped] = useState('')
  const [isPending, setPending] = useState(false)
  const [isDone, setDone] = useState(false)
  const [failure, setFailure] = useState(
    token === '' ? i18n.t('This link is incomplete. Open it again from the email.') : '',
  )
  const { errors, setErrors, handlers } = useFormErrors({ password: passwordWords })

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (isPending) return
    setPending(true)
    setFailure('')
    try {
      await setPassword(token, password)
      remember('tab', key, '')
      setDone(true)
    } catch (error) {
      const { password: fault } = issuesByField(error)
      const said = messageIn(error)
      if (fault) {
        setErrors({ password: fault })
        toFirstFault(form.current)
      } else setFailure(said ?? i18n.t('The server did not respond. Try again in a moment.'))
      setPending(false)
    }
  }

  if (isDone)
    return (
      <div className="flex flex-col gap-4">
        <p role="status" className="rounded-control bg-green-bg px-3 py-2 text-green-fg">
          {i18n.t('Your password is set. You are signed out everywhere.')}
        </p>
        <a href="/" className={buttonClass('primary', 'large')}>
          {i18n.t('Sign In')}
        </a>
      </div>
    )
  return (
    <form ref={form} className="flex flex-col gap-4" onSubmit={(event) => void submit(event)} {...handlers}>
      {failure && (
        <p role="alert" className="rounded-control bg-red-bg px-3 py-2 text-red-fg">
          {failure}
        </p>
      )}
      <PasswordField value={password} onChange={setTyped} error={errors.password} isNew />
      <Button
        type="submit"
        variant="primary"
        size="large"
        className="mt-1 w-full"
        disabled={isPending || token === ''}
      >
        {isPending ? i18n.t('Loading...') : i18n.t('Set Password')}
      </Button>
      <a href="/" className="link self-center">
        {i18n.t('Go to sign in')}
      </a>
    </form>
  )
}
