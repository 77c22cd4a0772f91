import { useMutation, useQueryClient } from '@tanstack/react-query'
import { MailWarning } from 'lucide-react'
import type { CurrentUser } from '#features/users/contract.ts'
import { i18n } from '#platform/contract/i18n.ts'
import { messageIn } from '#platform/web/refusal.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { toastFailure, toastSuccess } from '#platform/web/ui/overlay/toast-store.ts'
import { writtenMoment } from '#platform/web/written.ts'
import type { AddressBounce } from '../contract.ts'
import { canClearBounce } from '../policy.ts'
import { clearBounce } from './api.ts'

interface BounceNoteProps {
  userId: string
  bounce: AddressBounce
  viewer: Pick<CurrentUser, 'role'>
}

/** Says that no mail reaches a person, and lets the desk try again. */
export function BounceNote({ userId, bounce: { reason, at }, viewer }: BounceNoteProps) {
  const clearing = useMutation(clearBounce(useQueryClient()))
  const clear = () =>
    clearing.mutate(userId, {
      onSuccess: ({ message }) => toastSuccess(message),
      onError: (error) => toastFailure(messageIn(error) ?? i18n.t('The address could not be allowed again.')),
    })
  return (
    <div role="note" className="rounded-card bg-amber-bg p-2.5 text-meta font-normal text-amber-fg">
      <p className="flex gap-2 wrap-anywhere">
        <MailWarning aria-hidden className="mt-0.5 size-4! flex-none" />
        <span>
          {i18n.t('An email to this address came back ({moment}), so no more are sent: {reason}', {
            moment: writtenMoment(new Date(at)),
            reason,
          })}
        </span>
      </p>
      {canClearBounce(viewer) && (
        <Button size="small" className="mt-2" busy={clearing.isPending} onClick={clear}>
          {i18n.t('Send emails again')}
        </Button>
      )}
    </div>
  )
}
