import { i18n } from '#platform/contract/i18n.ts'
import { useMutation } from '@tanstack/react-query'
import type { User } from '#features/users/contract.ts'
import { messageIn } from '#platform/web/refusal.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { toastFailure, toastSuccess } from '#platform/web/ui/overlay/toast-store.ts'
import { inviteAccount } from './api.ts'

/** Resends the invitation of a user without a password: the link may be lost or expired. */
export function InviteAgain({ user }: { user: User }) {
  const inviting = useMutation(inviteAccount())
  async function invite() {
    try {
      await inviting.mutateAsync(user.id)
      toastSuccess(i18n.t('An invitation is on its way to {email}.', { email: user.email }))
    } catch (error) {
      const said = messageIn(error)
      toastFailure(said ?? i18n.t('The invitation was not sent.'))
    }
  }
  return (
    <Button
      variant="ghost"
      busy={inviting.isPending}
      busyLabel={i18n.t('Sending...')}
      onClick={() => void invite()}
    >
      {i18n.t('Send invitation again')}
    </Button>
  )
}
