import { i18n } from '#platform/contract/i18n.ts'
import { useEffect, useState, type FormEvent } from 'react'
import { refusalIn } from '#platform/web/refusal.ts'
import { readInAddress, takeFromAddress } from '#platform/web/take-from-address.ts'
import { Button, buttonClass } from '#platform/web/ui/button.tsx'
import { proveEmail } from './api.ts'

/** Needs a click, because mail scanners open links. */
export function AddressProof() {
  const [token] = useState(() => readInAddress('token'))
  useEffect(() => void takeFromAddress('token'), [])
  const [isPending, setPending] = useState(false)
  const [done, setDone] = useState('')
  const [failure, setFailure] = useState(
    token === undefined ? i18n.t('This link is incomplete. Open it again from the email.') : '',
  )

  async function prove(event: FormEvent) {
    event.preventDefault()
    if (isPending || token === undefined) return
    setPending(true)
    setFailure('')
    try {
      const { message } = await proveEmail(token)
      setDone(message)
    } catch (error) {
      setFailure(refusalIn(error) ?? i18n.t('The server did not respond. Try again in a moment.'))
      setPending(false)
    }
  }

  if (done)
    return (
      <div className="flex flex-col gap-4">
        <p role="status" className="rounded-control bg-green-bg px-3 py-2 text-green-fg">
          {done}
        </p>
        <a href="/" className={buttonClass('primary', 'large')}>
          {i18n.t('Continue')}
        </a>
      </div>
    )
  return (
    <form className="flex flex-col gap-4" onSubmit={(event) => void prove(event)}>
      {failure && (
        <p role="alert" className="rounded-control bg-red-bg px-3 py-2 text-red-fg">
          {failure}
        </p>
      )}
      <p className="text-muted">
        {i18n.t('Confirm that the address this email was sent to is yours, and that you use this desk.')}
      </p>
      <Button
        type="submit"
        variant="primary"
        size="large"
        className="w-full"
        disabled={isPending || token === undefined}
      >
        {isPending ? i18n.t('Confirming...') : i18n.t('Confirm Address')}
      </Button>
    </form>
  )
}
