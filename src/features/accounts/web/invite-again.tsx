import { useMutation } from '@tanstack/react-query'
import type { User } from '#features/users/contract.ts'
import { CallError } from '#platform/web/call.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { toastFailure, toastSuccess } from '#platform/web/ui/overlay/toast-store.ts'
import { inviteAccount } from './api.ts'

/** For a user who has not set their first password: the link may be lost, or too old. */
export function InviteAgain({ user }: { user: User }) {
  const inviting = useMutation(inviteAccount())
  async function invite() {
    try {
      await inviting.mutateAsync(user.id)
      toastSuccess(`An invitation is on its way to ${user.email}.`)
    } catch (error) {
      const said = error instanceof CallError ? error.serverMessage : undefined
      toastFailure(said ?? 'The invitation was not sent.')
    }
  }
  return (
    <Button variant="ghost" busy={inviting.isPending} busyLabel="Sending..." onClick={() => void invite()}>
      Send invitation again
    </Button>
  )
}
