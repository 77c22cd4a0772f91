import { i18n } from '#platform/contract/i18n.ts'
import { useEffect, useEffectEvent, useState } from 'react'
import { refusalIn } from '#platform/web/refusal.ts'
import { takeFromAddress } from '#platform/web/take-from-address.ts'
import { buttonClass } from '#platform/web/ui/button.tsx'
import { Spinner } from '#platform/web/ui/spinner.tsx'
import { proveEmail } from './api.ts'

const incomplete = () => ({
  said: i18n.t('This link is incomplete. Open it again from the email.'),
  isDone: false,
})

/** Shows the token of the link to the server as the page opens, and says what has come of it. */
export function AddressProof() {
  const [token] = useState(() => takeFromAddress('token'))
  const [outcome, setOutcome] = useState(token === undefined ? incomplete() : undefined)

  const prove = useEffectEvent(async () => {
    if (token === undefined) return
    const outcome = await proveEmail(token).then(
      ({ message }) => ({ said: message, isDone: true }),
      (error: unknown) => ({
        said: refusalIn(error) ?? i18n.t('The server did not respond. Open the link again in a moment.'),
        isDone: false,
      }),
    )
    setOutcome(outcome)
  })
  useEffect(() => void prove(), [])

  if (!outcome) return <Spinner label={i18n.t('Confirming...')} className="size-6" />
  const { said, isDone } = outcome
  return (
    <div className="flex flex-col gap-4">
      <p
        role={isDone ? 'status' : 'alert'}
        className={`rounded-control px-3 py-2 ${isDone ? 'bg-green-bg text-green-fg' : 'bg-red-bg text-red-fg'}`}
      >
        {said}
      </p>
      <a href="/" className={buttonClass('primary', 'large')}>
        {i18n.t('Continue')}
      </a>
    </div>
  )
}
