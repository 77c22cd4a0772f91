import { i18n } from '#platform/contract/i18n.ts'
import { useMutation } from '@tanstack/react-query'
import { useRef, useState, type FormEvent } from 'react'
import { CallError } from '#platform/web/call.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Field } from '#platform/web/ui/form/field.tsx'
import { Input } from '#platform/web/ui/form/input.tsx'
import { toast, toastFailure } from '#platform/web/ui/overlay/toast-store.ts'
import { useViewer } from '#features/auth/web/session.tsx'
import { sendTestMail } from './api.ts'
import { Panel } from './panel.tsx'

const missing = () => i18n.t('Please enter an email address to test.')

/** @param isChanged the shown template has unsaved changes */
export function TestDeliveryCard({ isChanged }: { isChanged: boolean }) {
  const viewer = useViewer()
  const [email, setEmail] = useState('')
  const [error, setError] = useState<string>()
  const input = useRef<HTMLInputElement>(null)
  const sending = useMutation(sendTestMail())

  function write(text: string): void {
    setEmail(text)
    setError(undefined)
  }

  function refuse(message: string): void {
    setError(message)
    input.current?.focus()
  }

  async function send(event: FormEvent) {
    event.preventDefault()
    if (sending.isPending) return
    if (email.trim() === '') {
      toastFailure(missing())
      return refuse(missing())
    }
    try {
      const { message } = await sending.mutateAsync(email)
      toast({ title: i18n.t('Test Email Sent'), description: message })
    } catch (failure) {
      const said = failure instanceof CallError ? failure : undefined
      const description = said?.serverMessage ?? i18n.t('Failed to send test email.')
      toast({ tone: 'destructive', title: i18n.t('Test Email Failed'), description })
      if (said?.status === 400) refuse(description)
    }
  }

  return (
    <Panel title={i18n.t('Test Email Delivery')}>
      <form noValidate className="flex flex-col items-start gap-3" onSubmit={(event) => void send(event)}>
        <Field
          label={i18n.t('Email Address')}
          className="w-full"
          error={error}
          hint={
            isChanged
              ? i18n.t('Sends a test ticket notification with the saved template, without your changes.')
              : i18n.t('Sends a test ticket notification.')
          }
        >
          <Input
            ref={input}
            type="email"
            autoComplete="email"
            autoCapitalize="none"
            spellCheck={false}
            value={email}
            onChange={({ target }) => write(target.value)}
          />
        </Field>
        <div className="flex max-w-full flex-wrap items-center gap-2">
          <Button type="submit" busy={sending.isPending} busyLabel={i18n.t('Sending...')}>
            {i18n.t('Send Test')}
          </Button>
          {email.trim() !== viewer.email && (
            <Button
              variant="ghost"
              className="min-w-0"
              onClick={() => {
                write(viewer.email)
                // The button disappears together with its focus.
                input.current?.focus()
              }}
            >
              <span className="truncate">{i18n.t('Use {email}', { email: viewer.email })}</span>
            </Button>
          )}
        </div>
      </form>
    </Panel>
  )
}
