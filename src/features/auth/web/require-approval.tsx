import { useMutation, useQueryClient } from '@tanstack/react-query'
import { i18n } from '#platform/contract/i18n.ts'
import { call } from '#platform/web/call.ts'
import { refresh } from '#platform/web/query-client.ts'
import { messageIn } from '#platform/web/refusal.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { toastFailure, toastSuccess } from '#platform/web/ui/overlay/toast-store.ts'
import { authApi } from '../contract.ts'

/** Ends an open registration: staff roles wait for approval from now on. */
export function RequireApproval({ className }: { className?: string }) {
  const client = useQueryClient()
  const changing = useMutation({
    mutationFn: (isRequired: boolean) =>
      call(isRequired ? authApi.requireApproval : authApi.liftApproval, {}),
    // Several screens warn of it.
    onSuccess: () => refresh(client),
  })
  async function set(isRequired: boolean): Promise<void> {
    try {
      const { message } = await changing.mutateAsync(isRequired)
      const undo = { label: i18n.t('Undo'), onAction: () => void set(false), isUndo: true } as const
      toastSuccess(message, isRequired ? undo : undefined)
    } catch (error) {
      toastFailure(messageIn(error) ?? i18n.t('The registration could not be changed.'))
    }
  }
  return (
    <Button size="small" className={className} busy={changing.isPending} onClick={() => void set(true)}>
      {i18n.t('Require approval')}
    </Button>
  )
}
