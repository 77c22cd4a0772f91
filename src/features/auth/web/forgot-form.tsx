import { i18n } from '#platform/contract/i18n.ts'
import { MailCheck } from 'lucide-react'
import { useState, type FormEvent } from 'react'
import { messageIn } from '#platform/web/refusal.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { toast } from '#platform/web/ui/overlay/toast-store.ts'
import { askForLink } from './api.ts'
import { EmailField } from './credentials.tsx'
import { emailWords, useFormErrors } from './use-form-errors.ts'

interface ForgotFormProps {
  email: string
  onEmailChange(email: string): void
}

/** Requests a password link without telling whether the account exists. */
export function ForgotForm({ email, onEmailChange }: ForgotFormProps) {
  const [isPending, setPending] = useState(false)
  const [sent, setSent] = useState<string>()
  const { errors, handlers } = useFormErrors({ email: emailWords })

  async function submit(event: FormEvent) {
    event.preventDefault()
    if (isPending) return
    setPending(true)
    try {
      setSent((await askForLink(email)).message)
    } catch (error) {
      const said = messageIn(error)
      const description = said ?? i18n.t('The server did not respond. Try again in a moment.')
      toast({ tone: 'destructive', title: i18n.t('No link was sent'), description })
    } finally {
      setPending(false)
    }
  }

  if (sent !== undefined)
    return (
      <div role="status" className="flex flex-col gap-2 rounded-control bg-green-bg px-3 py-2 text-green-fg">
        <p className="flex items-start gap-2">
          <MailCheck aria-hidden className="mt-0.5 flex-none" />
          {sent}
        </p>
        <p className="ps-6">
          {i18n.t('The link works once and expires in 1 hour. Check your spam folder too.')}
        </p>
      </div>
    )
  return (
    <form className="flex flex-col gap-4" onSubmit={(event) => void submit(event)} {...handlers}>
      <p className="-mt-3 text-muted">{i18n.t('We’ll email you a link to set a new password.')}</p>
      <EmailField value={email} onChange={onEmailChange} error={errors.email} />
      <Button type="submit" variant="primary" size="large" className="mt-1 w-full" disabled={isPending}>
        {isPending ? i18n.t('Loading...') : i18n.t('Send Link')}
      </Button>
    </form>
  )
}
