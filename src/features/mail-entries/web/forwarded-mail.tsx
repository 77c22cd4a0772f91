import { useMutation, useQueryClient } from '@tanstack/react-query'
import { Forward } from 'lucide-react'
import type { TicketMails } from '#features/inbound/contract.ts'
import { addressWords } from '#features/inbound/web/words.ts'
import { i18n } from '#platform/contract/i18n.ts'
import { useActions } from '#platform/web/actions/actions.ts'
import { messageIn } from '#platform/web/refusal.ts'
import { Button } from '#platform/web/ui/button.tsx'
import { Kbd } from '#platform/web/ui/kbd.tsx'
import { toastFailure, toastSuccess } from '#platform/web/ui/overlay/toast-store.ts'
import { makeRequesterAction as action } from './actions.ts'
import { makeRequester } from './api.ts'

interface ForwardedMailProps {
  /** The mail. */
  id: string
  ticketId: string
  forwarded: NonNullable<TicketMails['mails'][number]['forwarded']>
}

/** Proposes the sender of a mail that a colleague forwarded as the requester. */
export function ForwardedMail({ id, ticketId, forwarded: { by, sender } }: ForwardedMailProps) {
  const making = useMutation(makeRequester(useQueryClient(), ticketId))
  const name = sender.name || sender.address
  async function make() {
    if (making.isPending) return
    try {
      await making.mutateAsync(id)
      toastSuccess(i18n.t('{name} is the requester now.', { name }))
    } catch (error) {
      toastFailure(messageIn(error) ?? i18n.t('The requester could not be changed.'))
    }
  }
  useActions([{ ...action, run: () => void make() }])
  return (
    <div className="no-print mt-2 flex flex-wrap items-center gap-x-3 gap-y-2 rounded-card bg-sunken px-3 py-2">
      <p className="flex min-w-0 flex-1 basis-64 items-start gap-2 text-muted wrap-anywhere">
        <Forward aria-hidden className="mt-0.5 size-4 flex-none rtl:-scale-x-100" />
        <span>
          {by && `${i18n.t('Forwarded by {name}', { name: by.name || by.address })} · `}
          {i18n.t('Original sender: {sender}', { sender: addressWords(sender) })}
        </span>
      </p>
      <Button
        size="small"
        aria-keyshortcuts={action.keys}
        busy={making.isPending}
        onClick={() => void make()}
      >
        <action.icon aria-hidden />
        {action.label}
        <Kbd aria-hidden className="pointer-coarse:hidden">
          {action.keys.toUpperCase()}
        </Kbd>
      </Button>
    </div>
  )
}
