import { i18n } from '#platform/contract/i18n.ts'
import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { User } from '#features/users/contract.ts'
import { refusalIn } from '#platform/web/refusal.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { toastFailure, toastSuccess } from '#platform/web/ui/overlay/toast-store.ts'
import { confirmAddress } from './api.ts'

export function ConfirmAddress({ user: { id, email } }: { user: User }) {
  const confirming = useMutation(confirmAddress(useQueryClient()))
  const [isDone, setDone] = useState(false)
  async function confirm() {
    try {
      await confirming.mutateAsync(id)
      toastSuccess(i18n.t('{email} is confirmed.', { email }))
      setDone(true)
    } catch (error) {
      toastFailure(refusalIn(error) ?? i18n.t('The address could not be confirmed.'))
    }
  }
  if (isDone) return null
  return (
    <Button
      variant="ghost"
      title={i18n.t('You vouch that {email} is this person’s address', { email })}
      busy={confirming.isPending}
      onClick={() => void confirm()}
    >
      {i18n.t('Confirm Address')}
    </Button>
  )
}
