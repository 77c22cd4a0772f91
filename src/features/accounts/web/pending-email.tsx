import { i18n } from '#platform/contract/i18n.ts'
import { Trans } from '@lingui/react'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { MailQuestion } from 'lucide-react'
import { useEffect, useEffectEvent } from 'react'
import { messageIn } from '#platform/web/refusal.ts'
import { takeFromAddress } from '#platform/web/take-from-address.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { toastFailure, toastSuccess } from '#platform/web/ui/overlay/toast-store.ts'
import { cancelEmail, confirmEmail, resendEmail } from './profile-api.ts'
import { useSignOutOffer } from './use-sign-out-offer.ts'

const failed = (words: string) => (error: unknown) => toastFailure(messageIn(error) ?? words)

/** Shows the pending address and its actions; a person who came by its link has verified it. */
export function PendingEmail({ email }: { email: string | undefined }) {
  const client = useQueryClient()
  const confirming = useMutation(confirmEmail(client))
  const sending = useMutation(resendEmail())
  const cancelling = useMutation(cancelEmail(client))
  const offerSignOut = useSignOutOffer()

  const confirm = useEffectEvent(() => {
    const token = takeFromAddress('token')
    if (token !== undefined)
      confirming.mutate(token, {
        onSuccess: () =>
          void offerSignOut().then((offer) =>
            toastSuccess(i18n.t('Your new email address is confirmed.'), offer),
          ),
        onError: failed(i18n.t('The email address could not be confirmed.')),
      })
  })
  useEffect(() => confirm(), [])

  if (email === undefined) return null
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-2 rounded-control bg-blue-bg px-3 py-2 text-blue-fg">
      <p className="flex min-w-0 flex-1 basis-64 items-start gap-2">
        <MailQuestion aria-hidden className="mt-0.5 flex-none" />
        <span className="min-w-0 wrap-anywhere">
          <Trans
            id="Open the link we emailed to <b>{email}</b>. Until then your current address stays in use."
            values={{ email }}
            components={{ b: <strong className="font-medium" /> }}
          />
        </span>
      </p>
      <span className="flex gap-2">
        <Button
          size="small"
          busy={sending.isPending}
          onClick={() =>
            sending.mutate(undefined, {
              onSuccess: ({ message }) => toastSuccess(message),
              onError: failed(i18n.t('The link could not be emailed.')),
            })
          }
        >
          {i18n.t('Send Again')}
        </Button>
        <Button
          size="small"
          busy={cancelling.isPending}
          onClick={() =>
            cancelling.mutate(undefined, { onError: failed(i18n.t('The change could not be cancelled.')) })
          }
        >
          {i18n.t('Cancel')}
        </Button>
      </span>
    </div>
  )
}
